#!/usr/bin/env bash
# Runs band-bucket alone on a cluster: jobs/2-band-bucket/run.sh [-Dkey=value …] SIGNATURES BUCKETS
# NEARDUP_JAR names the job jar if it is not target/neardup.jar of this tree.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
exec hadoop jar "${NEARDUP_JAR:-$here/../../target/neardup.jar}" band-bucket -conf "$here/job.xml" "$@"
