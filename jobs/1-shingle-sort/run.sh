#!/usr/bin/env bash
# Runs shingle-sort alone: jobs/1-shingle-sort/run.sh [-Dkey=value …] CORPUS SIGNATURES
# Where it runs, and the variables that it reads: see run-pipeline.sh.
set -euo pipefail
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
exec "$here/../../run-pipeline.sh" shingle-sort -conf "$here/job.xml" "$@"
