#!/usr/bin/env bash
# Runs dedup alone: jobs/6-dedup/run.sh [-Dkey=value …] [--annotate] CORPUS CLUSTERS DEDUP
# Where it runs, and the variables that it reads: see run-pipeline.sh.
set -euo pipefail
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
exec "$here/../../run-pipeline.sh" dedup -conf "$here/job.xml" "$@"
