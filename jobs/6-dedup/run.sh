#!/usr/bin/env bash
# Runs dedup alone on a cluster: jobs/6-dedup/run.sh [-Dkey=value …] [--annotate] CORPUS CLUSTERS DEDUP
# NEARDUP_JAR names the job jar if it is not target/neardup.jar of this tree.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
exec hadoop jar "${NEARDUP_JAR:-$here/../../target/neardup.jar}" dedup -conf "$here/job.xml" "$@"
