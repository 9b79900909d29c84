#!/usr/bin/env bash
# Finds near-duplicates, and runs every verb of neardup:
#
#   run-pipeline.sh [OPTIONS] [INPUT [OUTPUT]]     all stages
#   run-pipeline.sh [OPTIONS] INPUT... OUTPUT      the same, for several files and folders
#   run-pipeline.sh [OPTIONS] VERB [ARGUMENTS]     one verb; VERB --help explains it
#
# A first word that names a verb is that verb; write ./verify for an input of that name.
#
# Without INPUT: the sample documents of hdfs-samples/. Without OUTPUT: a new folder below target/.
# The last lines of the summary name the results; 6-dedup/kept/ is the collection without copies.
#
# Builds on first use (JDK 17+ and Maven); in an unpacked package there is nothing to build. Uses the
# hadoop of HADOOP_HOME or of the PATH if there is one, else runs Hadoop inside one Java process, on
# all cores; paths are then those of the local disk, below the current folder. Deletes nothing
# unasked (--overwrite).
#
# OPTIONS: -Dkey=value, -conf FILE, --resume, --overwrite, --fail-if CONDITION, --against COLLECTION and the other
# options of the verb, and
#
#   --cluster      run on HDFS and YARN: on a small cluster of Hadoop's daemons below target/, which
#                  is started if it does not run and goes on running (src/cluster/cluster.sh stop).
#                  Without a verb INPUT may be a file or folder on the local disk, too: it is copied
#                  to HDFS. Patterns, and paths with a verb, are those of HDFS; file:/… is the local
#                  disk.
#   -Dmaven.…      goes to Maven
#
# --cluster and -Dmaven.… come before the verb. JAVA_OPTS adds to the options of the embedded process
# and prevails over those of this script, which depend on the size of the inputs. NEARDUP_JAR names a
# job jar that is built already.
#
set -euo pipefail

verbs='pipeline ingest stop-shingles shingle-sort band-bucket candidate-list verify cluster dedup add drop
compact list lookup report compare corpus explain tune export audit s-curve keys'

# The options that take the next argument as their value: those of Hadoop and of all verbs.
with_value='-D -conf -fs -jt -files -libjars -archives -tokenCacheFile --add-documents --against --bands
--batch --corpus --documents --expire --fail-if --format --ids
--max-comparisons --recall --rows --sample-bytes --sample-documents --seed --slots --threshold --tune'

# The folder of this script, also when it is called through a symbolic link.
script=$0
while [[ -L $script ]]; do
  link=$(readlink "$script")
  case $link in
    /*) script=$link ;;
    *) script=$(dirname -- "$script")/$link ;;
  esac
done
home=$(CDPATH='' cd -- "$(dirname -- "$script")" && pwd -P)
samples=$home/hdfs-samples/pgdoc/input

# The functions of bin/neardup, which runs the verbs, and what they need to know.
# shellcheck disable=SC2034 # neardup_samples is used there
neardup_samples=$samples
if [[ -f $home/pom.xml ]]; then
  neardup_home=$home/target
  # shellcheck source=src/main/bin/neardup
  . "$home/src/main/bin/neardup"
else
  neardup_home=$home
  # shellcheck source=src/main/bin/neardup
  . "$home/bin/neardup"
fi

usage() {
  sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "$script"
  echo "Verbs: $verbs."
}

# Whether a word is in a list.
is_in() {
  [[ $1 != *[[:space:]]* && " ${2//$'\n'/ } " == *" $1 "* ]]
}

cluster=''
verb=''
# Before bash 4.4 an empty array counts as unset, hence ${array[@]+"${array[@]}"} everywhere.
maven_options=()
options=()
paths=()
while (($#)); do
  case $1 in
    -h | --help)
      usage
      exit 0
      ;;
    --cluster)
      cluster=$home/src/cluster/cluster.sh
      [[ -f $home/pom.xml ]] || fail "--cluster needs the sources of neardup and Maven" 2
      ;;
    -Dmaven.*) maven_options+=("$1") ;;
    -*)
      options+=("$1")
      if is_in "$1" "$with_value"; then
        (($# > 1)) || fail "$1 needs a value" 2
        options+=("$2")
        shift
      fi
      ;;
    *)
      if ((${#paths[@]} == 0)) && is_in "$1" "$verbs"; then
        verb=$1
        shift
        break # what follows is the verb's
      fi
      paths+=("$1")
      ;;
  esac
  shift
done

jar=${NEARDUP_JAR:-$neardup_home/neardup.jar}
needs_build() {
  [[ -z ${NEARDUP_JAR:-} && -f $home/pom.xml ]] &&
    [[ ! -f $jar || ! -f $neardup_home/embedded.classpath ||
      -n $(find -H "$home/src/main" "$home/pom.xml" -newer "$jar") ]]
}
if needs_build; then
  [[ -n ${JAVA_HOME:-} ]] || require java "install a JDK, version 17 or later"
  require mvn "install Apache Maven, to build neardup, or name a job jar with NEARDUP_JAR"
  echo "building $jar …" >&2
  # Tests and their libraries are not needed to run, nor is the package.
  (cd "$home" && mvn -q -B -Dstyle.color=never -Dmaven.test.skip=true -Dexec.skip=true \
    -Dassembly.skipAssembly=true ${maven_options[@]+"${maven_options[@]}"} package) >&2
fi
[[ -f $jar ]] || fail "there is no job jar $jar (NEARDUP_JAR)"

if [[ -n $cluster ]]; then
  "$cluster" ${maven_options[@]+"${maven_options[@]}"} start >&2
  hadoop=${NEARDUP_CLUSTER:-$home/target/cluster}/bin/hadoop
else
  find_hadoop
fi

if [[ -n $verb ]]; then
  launch "$verb" ${options[@]+"${options[@]}"} "$@"
fi

# The absolute path of a file or folder that exists.
absolute() {
  if [[ -d $1 ]]; then
    (CDPATH='' cd -- "$1" && pwd -P)
  else
    printf '%s/%s\n' "$(absolute "$(dirname -- "$1")")" "$(basename -- "$1")"
  fi
}

results=$(date +%Y%m%d-%H%M%S)-$$
if [[ -n $cluster ]]; then
  results=results/$results
elif [[ -n $hadoop || ! -f $home/pom.xml ]]; then
  results=neardup-results-$results
else
  results=$home/target/results/$results
fi
if ((${#paths[@]} > 1)); then
  results=${paths[${#paths[@]} - 1]}
  unset "paths[${#paths[@]} - 1]"
elif [[ $results == "$home"/target/results/* ]]; then
  mkdir -p "$home/target/results"
fi
if [[ -z $cluster ]]; then
  if ((${#paths[@]} == 0)); then
    paths=("${hadoop:+file://}$samples")
  fi
  launch pipeline ${options[@]+"${options[@]}"} ${paths[@]+"${paths[@]}"} "$results"
fi

if ((${#paths[@]} == 0)); then
  paths=(samples/pgdoc)
  if ! "$hadoop" fs -test -e "${paths[0]}"; then
    # Under another name until all of it is there.
    "$hadoop" fs -mkdir -p samples
    "$hadoop" fs -put "$samples" "${paths[0]}.$$"
    "$hadoop" fs -mv "${paths[0]}.$$" "${paths[0]}"
  fi
else
  for ((i = 0; i < ${#paths[@]}; i++)); do
    if [[ -e ${paths[i]} ]]; then
      paths[i]=file://$(absolute "${paths[i]}") # ingest copies it
    fi
  done
fi
"$hadoop" jar "$jar" pipeline ${options[@]+"${options[@]}"} ${paths[@]+"${paths[@]}"} "$results"
echo
echo "in HDFS, of which $hadoop is the command:"
for result in 4-pairs/part-r-00000 5-clusters/part-r-00000 6-dedup/removed-by.tsv; do
  if lines=$("$hadoop" fs -head "$results/$result" 2>/dev/null); then
    printf '\n  %s\n' "$results/$result"
    head -n 3 <<<"$lines" | cut -c 1-200 | sed 's/^/    /'
  fi
done
echo
echo "The cluster goes on running; $cluster stop ends it, HDFS keeps the results."
