#!/usr/bin/env bash
# Finds near-duplicates: ./run-pipeline.sh [--cluster] [-Dkey=value …] [INPUT [OUTPUT]]
#
# Without INPUT: the sample documents of hdfs-samples/. Without OUTPUT: a new folder below target/.
# The last lines of the summary name the results; 6-dedup/kept/ is the collection without copies.
# Builds on first use (JDK 17+ and Maven). Uses the hadoop of HADOOP_HOME or of the PATH if there is
# one, else runs Hadoop inside one Java process, on all cores. Deletes nothing unasked (--overwrite).
#
# --cluster runs it on HDFS and YARN instead: on a small cluster of Hadoop's daemons below target/,
# which is started if it does not run and goes on running (src/cluster/cluster.sh stop). INPUT may
# then be a path in HDFS, too; what is on the local disk is copied there.
#
# -Dmaven.… goes to Maven; every other -D, -conf FILE, --resume and --overwrite to the pipeline.
# JAVA_OPTS sets the options of the embedded process, by default -Xmx1g.
set -euo pipefail

home=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
jar=$home/target/neardup.jar
classpath=$home/target/embedded.classpath

usage() {
  sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}"
}

cluster=
maven_options=()
options=()
paths=()
while (($#)); do
  case $1 in
    -conf)
      if (($# < 2)); then
        echo "run-pipeline.sh: -conf needs a file" >&2
        exit 2
      fi
      options+=("$1" "$2")
      shift
      ;;
    -h | --help)
      usage
      exit 0
      ;;
    --cluster) cluster=$home/src/cluster/cluster.sh ;;
    -Dmaven.*) maven_options+=("$1") ;;
    -D)
      if (($# < 2)); then
        echo "run-pipeline.sh: -D needs key=value" >&2
        exit 2
      fi
      options+=("-D$2")
      shift
      ;;
    -D* | --resume | --overwrite) options+=("$1") ;;
    -*)
      echo "run-pipeline.sh: unknown option $1" >&2
      usage >&2
      exit 2
      ;;
    *) paths+=("$1") ;;
  esac
  shift
done
if ((${#paths[@]} > 2)); then
  echo "run-pipeline.sh: too many arguments: ${paths[*]}" >&2
  usage >&2
  exit 2
fi

require() {
  if ! command -v "$1" >/dev/null; then
    echo "run-pipeline.sh: $1 is not on the PATH; $2" >&2
    exit 1
  fi
}

needs_build() {
  [[ ! -f $jar || ! -f $classpath ]] ||
    [[ -n $(find -H "$home/src/main" "$home/pom.xml" -newer "$jar" -print -quit) ]]
}
require java "install a JDK, version 17 or later"
if needs_build; then
  require mvn "install Apache Maven, to build neardup"
  echo "building $jar …" >&2
  # Tests and their libraries are not needed to run.
  (cd "$home" && mvn -q -B -Dstyle.color=never -Dmaven.test.skip=true "${maven_options[@]}" package) >&2
fi

hadoop=
if [[ -n $cluster ]]; then
  "$cluster" "${maven_options[@]}" start >&2
  hadoop=${NEARDUP_CLUSTER:-$home/target/cluster}/bin/hadoop
elif [[ -n ${HADOOP_HOME:-} && -x $HADOOP_HOME/bin/hadoop ]]; then
  hadoop=$HADOOP_HOME/bin/hadoop
elif command -v hadoop >/dev/null; then
  hadoop=$(command -v hadoop)
fi

samples=$home/hdfs-samples/pgdoc/input
input=${paths[0]:-$samples}
if ((${#paths[@]} < 2)); then
  output=$home/target/results/$(date +%Y%m%d-%H%M%S)-$$
else
  output=${paths[1]}
fi
if [[ -n $cluster ]]; then
  if ((${#paths[@]} == 0)); then
    input=samples/pgdoc
    if ! "$hadoop" fs -test -e "$input"; then
      # Under another name until all of it is there.
      "$hadoop" fs -mkdir -p samples
      "$hadoop" fs -put "$samples" "$input.$$"
      "$hadoop" fs -mv "$input.$$" "$input"
    fi
  elif [[ -e $input ]]; then
    input=file://$(readlink -f "$input") # ingest copies it
  fi
  if ((${#paths[@]} < 2)); then
    output=results/$(date +%Y%m%d-%H%M%S)-$$
  fi
  "$hadoop" jar "$jar" pipeline "${options[@]}" "$input" "$output"
  echo
  echo "in HDFS, of which $hadoop is the command:"
  for result in 4-pairs/part-r-00000 5-clusters/part-r-00000 6-dedup/removed-by.tsv; do
    if lines=$("$hadoop" fs -head "$output/$result" 2>/dev/null); then
      printf '\n  %s\n' "$output/$result"
      head -n 3 <<<"$lines" | cut -c 1-200 | sed 's/^/    /'
    fi
  done
  echo
  echo "The cluster goes on running; $cluster stop ends it, HDFS keeps the results."
  exit 0
fi
if [[ -n $hadoop ]]; then
  if ((${#paths[@]} == 0)); then
    input=file://$samples
  fi
  if ((${#paths[@]} < 2)); then
    output=neardup-results-$(date +%Y%m%d-%H%M%S)-$$
  fi
  exec "$hadoop" jar "$jar" pipeline "${options[@]}" "$input" "$output"
fi
mkdir -p "$home/target/results"
# shellcheck disable=SC2086 # JAVA_OPTS is a list of words
exec java ${JAVA_OPTS:--Xmx1g} \
  -Dlog4j.configuration=io/neardup/cli/log4j-embedded.properties \
  -cp "$jar:$(<"$classpath")" io.neardup.cli.Main pipeline "${options[@]}" "$input" "$output"
