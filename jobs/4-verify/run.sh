#!/usr/bin/env bash
# Runs verify alone on a cluster: jobs/4-verify/run.sh [-Dkey=value …] CORPUS SIGNATURES CANDIDATES PAIRS
# NEARDUP_JAR names the job jar if it is not target/neardup.jar of this tree.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
exec hadoop jar "${NEARDUP_JAR:-$here/../../target/neardup.jar}" verify -conf "$here/job.xml" "$@"
