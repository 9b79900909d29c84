#!/usr/bin/env bash
# Runs shingle-sort alone on a cluster: jobs/1-shingle-sort/run.sh [-Dkey=value …] CORPUS SIGNATURES
# NEARDUP_JAR names the job jar if it is not target/neardup.jar of this tree.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
exec hadoop jar "${NEARDUP_JAR:-$here/../../target/neardup.jar}" shingle-sort -conf "$here/job.xml" "$@"
