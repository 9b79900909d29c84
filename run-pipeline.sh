#!/usr/bin/env bash
# Finds near-duplicates, and runs every verb of neardup:
#
#   run-pipeline.sh [OPTIONS] [INPUT [OUTPUT]]     all stages
#   run-pipeline.sh [OPTIONS] INPUT... OUTPUT      the same, for several files and folders
#   run-pipeline.sh [OPTIONS] VERB [ARGUMENTS]     one verb; VERB --help explains it
#
# Verbs: pipeline ingest shingle-sort band-bucket candidate-list verify cluster dedup corpus explain
# s-curve keys. A first word that names a verb is that verb; write ./verify for an input of that name.
#
# Without INPUT: the sample documents of hdfs-samples/. Without OUTPUT: a new folder below target/.
# The last lines of the summary name the results; 6-dedup/kept/ is the collection without copies.
#
# Builds on first use (JDK 17+ and Maven). Uses the hadoop of HADOOP_HOME or of the PATH if there is
# one, else runs Hadoop inside one Java process, on all cores; paths are then those of the local
# disk, below the current folder. Deletes nothing unasked (--overwrite).
#
# OPTIONS: -Dkey=value, -conf FILE, --resume, --overwrite and the other options of the verb, and
#
#   --cluster      run on HDFS and YARN: on a small cluster of Hadoop's daemons below target/, which
#                  is started if it does not run and goes on running (src/cluster/cluster.sh stop).
#                  Without a verb INPUT may be on the local disk, too: what is there is copied to
#                  HDFS. With a verb paths are those of HDFS; file:/… is the local disk.
#   -Dmaven.…      goes to Maven
#
# --cluster and -Dmaven.… come before the verb. JAVA_OPTS adds to the options of the embedded process
# and prevails over those of this script, which depend on the size of the inputs. NEARDUP_JAR names a
# job jar that is built already.
set -euo pipefail

# The folder of this script, also when it is called through a symbolic link.
script=${BASH_SOURCE[0]}
while [[ -L $script ]]; do
  link=$(readlink "$script")
  case $link in
    /*) script=$link ;;
    *) script=$(dirname -- "$script")/$link ;;
  esac
done
home=$(CDPATH='' cd -- "$(dirname -- "$script")" && pwd -P)
jar=${NEARDUP_JAR:-$home/target/neardup.jar}
classpath=$home/target/embedded.classpath
# Up to this many KiB of input Java's second compiler costs more than it saves, and so do the threads
# of its collector. The young generation has room for the sort buffers of the tasks.
small=65536
first_compiler='-XX:TieredStopAtLevel=1'
small_heap='-Xms1g -Xmx1g -Xmn300m -XX:MetaspaceSize=128m'
quick="$small_heap $first_compiler -XX:+UseSerialGC"
# Beyond that the second compiler would take a third of the processor's time. It waits until methods
# are called twenty times as often as Java has it.
second_compiler='-XX:Tier4InvocationThreshold=100000 -XX:Tier4MinInvocationThreshold=12000
  -XX:Tier4CompileThreshold=300000 -XX:Tier4BackEdgeThreshold=800000'

usage() {
  sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "$script"
}

fail() {
  echo "run-pipeline.sh: $1" >&2
  exit "${2:-1}"
}

cluster=
verb=
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
    --cluster) cluster=$home/src/cluster/cluster.sh ;;
    -Dmaven.*) maven_options+=("$1") ;;
    -D | -conf | -fs | -jt | -files | -libjars | -archives)
      (($# > 1)) || fail "$1 needs a value" 2
      options+=("$1" "$2")
      shift
      ;;
    -*) options+=("$1") ;;
    pipeline | ingest | shingle-sort | band-bucket | candidate-list | verify | cluster | dedup | \
      corpus | explain | s-curve | keys)
      if ((${#paths[@]} == 0)); then
        verb=$1
        shift
        break # what follows is the verb's
      fi
      paths+=("$1")
      ;;
    *) paths+=("$1") ;;
  esac
  shift
done

require() {
  command -v "$1" >/dev/null || fail "$1 is not on the PATH; $2"
}

needs_build() {
  [[ -z ${NEARDUP_JAR:-} ]] &&
    [[ ! -f $jar || ! -f $classpath || -n $(find -H "$home/src/main" "$home/pom.xml" -newer "$jar") ]]
}
if needs_build; then
  require java "install a JDK, version 17 or later"
  require mvn "install Apache Maven, to build neardup, or name a job jar with NEARDUP_JAR"
  echo "building $jar …" >&2
  # Tests and their libraries are not needed to run.
  (cd "$home" && mvn -q -B -Dstyle.color=never -Dmaven.test.skip=true \
    ${maven_options[@]+"${maven_options[@]}"} package) >&2
fi
[[ -f $jar ]] || fail "there is no job jar $jar (NEARDUP_JAR)"

hadoop=
if [[ -n $cluster ]]; then
  "$cluster" ${maven_options[@]+"${maven_options[@]}"} start >&2
  hadoop=${NEARDUP_CLUSTER:-$home/target/cluster}/bin/hadoop
elif [[ -n ${HADOOP_HOME:-} && -x $HADOOP_HOME/bin/hadoop ]]; then
  hadoop=$HADOOP_HOME/bin/hadoop
elif command -v hadoop >/dev/null; then
  hadoop=$(command -v hadoop)
fi

# Whether a verb with these arguments reads little, as far as a look at them can tell.
is_small() {
  local argument files kib total=0 few=2000
  for argument; do
    case $argument in
      -*) continue ;;
      file:/*) argument=${argument#file:} ;;
      *:/* | *[*?[]* | *'{'*) return 1 ;; # elsewhere, or a pattern
    esac
    [[ -e $argument ]] || continue
    [[ ! -d $argument/batches ]] || return 1 # a corpus: its documents may be elsewhere
    files=$(find -L "$argument" -type f 2>/dev/null | head -n "$few" | wc -l)
    ((files < few)) || return 1 # to look at all of them takes too long
    kib=$(du -skL "$argument" 2>/dev/null | cut -f 1) || return 1
    total=$((total + kib))
    ((total <= small)) || return 1
  done
}

samples=$home/hdfs-samples/pgdoc/input

# Makes an archive of the classes that a run of the samples loads, so that they need not be read and
# checked again. Nothing but speed depends on it.
train() {
  local folder=$home/target/training.$$
  echo "making $archive, once, for quick starts …" >&2
  # shellcheck disable=SC2086 # a list of words
  java $quick -XX:ArchiveClassesAtExit="$archive.$$" ${program[@]+"${program[@]}"} \
    pipeline "$samples" "$folder" >"$archive.log" 2>&1 || rm -f "$archive.$$"
  : >>"$archive.$$" # empty: this Java makes none, and is not asked again
  mv -f "$archive.$$" "$archive"
  rm -rf "$folder"
}

# Runs a verb in place of this script. Its help says what to type.
run() {
  export NEARDUP_COMMAND=$0
  if [[ -n $hadoop ]]; then
    exec "$hadoop" jar "$jar" "$@"
  fi
  require java "install a JDK, version 17 or later"
  [[ -f $classpath ]] || fail "there is no hadoop on the PATH, and no $classpath; run mvn package"
  local program=(-Dlog4j.configuration=io/neardup/cli/log4j-embedded.properties
    -cp "$jar:$(<"$classpath")" io.neardup.cli.Main)
  local compiler=$second_compiler collector=-XX:+UseParallelGC heap='' archived=()
  if [[ -z ${NEARDUP_JAR:-} && -z ${JAVA_OPTS:-} ]]; then
    # The archive belongs to the jar and to one Java.
    # shellcheck disable=SC2012 # the time and size of one file, as every system gives them
    archive=$home/target/classes-$(ls -lL "$(command -v java)" | cksum | cut -d ' ' -f 1).jsa
    if [[ -w $home/target && (! -f $archive || $jar -nt $archive) ]]; then
      train
    fi
    [[ ! -s $archive ]] || archived=("-XX:SharedArchiveFile=$archive")
  fi
  if is_small "$@"; then
    compiler=$first_compiler collector=-XX:+UseSerialGC heap=$small_heap
  fi
  [[ ${JAVA_OPTS:-} != *-Xm* ]] || heap=
  [[ ${JAVA_OPTS:-} != *-XX:+Use*GC* ]] || collector= # Java refuses two
  # shellcheck disable=SC2086 # options are lists of words
  exec java $heap $compiler $collector ${JAVA_OPTS:-} ${archived[@]+"${archived[@]}"} \
    ${program[@]+"${program[@]}"} "$@"
}

if [[ -n $verb ]]; then
  run "$verb" ${options[@]+"${options[@]}"} "$@"
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
elif [[ -n $hadoop ]]; then
  results=neardup-results-$results
else
  results=$home/target/results/$results
fi
if ((${#paths[@]} > 1)); then
  results=${paths[${#paths[@]} - 1]}
  unset "paths[${#paths[@]} - 1]"
elif [[ -z $hadoop ]]; then
  mkdir -p "$home/target/results"
fi
if [[ -z $cluster ]]; then
  if ((${#paths[@]} == 0)); then
    paths=("${hadoop:+file://}$samples")
  fi
  run pipeline ${options[@]+"${options[@]}"} ${paths[@]+"${paths[@]}"} "$results"
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
