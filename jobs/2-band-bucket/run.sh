#!/usr/bin/env bash
# Runs band-bucket alone: jobs/2-band-bucket/run.sh [-Dkey=value …] SIGNATURES BUCKETS
# Where it runs, and the variables that it reads: see run-pipeline.sh.
set -euo pipefail
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
exec "$here/../../run-pipeline.sh" band-bucket -conf "$here/job.xml" "$@"
