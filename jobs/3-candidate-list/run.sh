#!/usr/bin/env bash
# Runs candidate-list alone: jobs/3-candidate-list/run.sh [-Dkey=value …] BUCKETS CANDIDATES
# Where it runs, and the variables that it reads: see run-pipeline.sh.
set -euo pipefail
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
exec "$here/../../run-pipeline.sh" candidate-list -conf "$here/job.xml" "$@"
