#!/usr/bin/env bash
# Runs ingest alone on a cluster: jobs/0-ingest/run.sh [-Dkey=value …] INPUT... CORPUS
# NEARDUP_JAR names the job jar if it is not target/neardup.jar of this tree.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
exec hadoop jar "${NEARDUP_JAR:-$here/../../target/neardup.jar}" ingest -conf "$here/job.xml" "$@"
