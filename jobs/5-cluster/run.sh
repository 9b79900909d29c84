#!/usr/bin/env bash
# Runs cluster alone on a cluster: jobs/5-cluster/run.sh [-Dkey=value …] CORPUS PAIRS CLUSTERS
# NEARDUP_JAR names the job jar if it is not target/neardup.jar of this tree.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
exec hadoop jar "${NEARDUP_JAR:-$here/../../target/neardup.jar}" cluster -conf "$here/job.xml" "$@"
