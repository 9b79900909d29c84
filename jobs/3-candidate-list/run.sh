#!/usr/bin/env bash
# Runs candidate-list alone on a cluster: jobs/3-candidate-list/run.sh [-Dkey=value …] BUCKETS CANDIDATES
# NEARDUP_JAR names the job jar if it is not target/neardup.jar of this tree.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
exec hadoop jar "${NEARDUP_JAR:-$here/../../target/neardup.jar}" candidate-list -conf "$here/job.xml" "$@"
