#!/usr/bin/env bash
# Runs cluster alone: jobs/5-cluster/run.sh [-Dkey=value …] CORPUS PAIRS CLUSTERS
# Where it runs, and the variables that it reads: see run-pipeline.sh.
set -euo pipefail
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
exec "$here/../../run-pipeline.sh" cluster -conf "$here/job.xml" "$@"
