#!/usr/bin/env bash
# Runs verify alone: jobs/4-verify/run.sh [-Dkey=value …] CORPUS SIGNATURES CANDIDATES PAIRS
# Where it runs, and the variables that it reads: see run-pipeline.sh.
set -euo pipefail
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
exec "$here/../../run-pipeline.sh" verify -conf "$here/job.xml" "$@"
