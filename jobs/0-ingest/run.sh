#!/usr/bin/env bash
# Runs ingest alone: jobs/0-ingest/run.sh [-Dkey=value …] INPUT... CORPUS
# Where it runs, and the variables that it reads: see run-pipeline.sh.
set -euo pipefail
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
exec "$here/../../run-pipeline.sh" ingest -conf "$here/job.xml" "$@"
