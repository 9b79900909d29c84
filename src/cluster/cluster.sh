#!/usr/bin/env bash
# A Hadoop cluster of real daemons on this machine, for trying and for tests, from Maven's jars.
#
#   cluster.sh [OPTIONS] start             start what does not run, wait until all is ready
#   cluster.sh [OPTIONS] stop              stop all; what is in HDFS stays
#   cluster.sh [OPTIONS] status            show the daemons; status 3 if not all run
#   cluster.sh [OPTIONS] exec COMMAND…     run a command whose hadoop and yarn are those of this cluster
#   cluster.sh [OPTIONS] kill DAEMON       kill -9, as a crash would
#   cluster.sh [OPTIONS] restart DAEMON    stop it if it runs, start it, wait until it is ready
#
# Daemons: namenode datanode1 datanode2 resourcemanager nodemanager1 nodemanager2 historyserver,
# on 127.0.0.1 only, on ports that were free at the first start. Needs JDK 17+ and, at the first
# start, Maven. Memory: 1 GB, with a job 2 to 3 GB.
#
#   --folder DIR           where all of it lives (NEARDUP_CLUSTER, else target/cluster); to be rid
#                          of it: stop, then delete the folder
#   --hadoop-version V     another Hadoop than that of pom.xml, at the first start
#   --seconds N            how long to wait for the daemons (180)
#   -Dmaven.…              goes to Maven
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
here=$(CDPATH='' cd -- "$(dirname -- "$script")" && pwd -P)
daemons=(namenode datanode1 datanode2 resourcemanager nodemanager1 nodemanager2 historyserver)

usage() {
  sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "$script"
}

fail() {
  echo "cluster.sh: $1" >&2
  exit "${2:-1}"
}

folder=${NEARDUP_CLUSTER:-$here/../../target/cluster}
hadoop_version=
seconds=180
# Before bash 4.4 an empty array counts as unset, hence ${array[@]+"${array[@]}"} everywhere.
maven_options=()
verb=
words=()
while (($#)); do
  case $1 in
    --folder | --hadoop-version | --seconds)
      (($# > 1)) || fail "$1 needs a value" 2
      case $1 in
        --folder) folder=$2 ;;
        --hadoop-version) hadoop_version=$2 ;;
        --seconds) seconds=$2 ;;
      esac
      shift
      ;;
    -Dmaven.*) maven_options+=("$1") ;;
    -h | --help)
      usage
      exit 0
      ;;
    -*) fail "unknown option $1; see --help" 2 ;;
    exec)
      verb=$1
      shift
      words=("$@")
      break
      ;;
    *)
      if [[ -z $verb ]]; then
        verb=$1
      else
        words+=("$1")
      fi
      ;;
  esac
  shift
done
case $verb in
  start | stop | status) ((${#words[@]} == 0)) || fail "$verb takes no argument ${words[0]}" 2 ;;
  kill | restart)
    ((${#words[@]} == 1)) || fail "$verb takes one daemon: ${daemons[*]}" 2
    [[ " ${daemons[*]} " == *" ${words[0]} "* ]] ||
      fail "no daemon ${words[0]}; there are: ${daemons[*]}" 2
    ;;
  exec) ((${#words[@]} > 0)) || fail "exec takes a command" 2 ;;
  *)
    usage >&2
    exit 2
    ;;
esac
[[ $seconds =~ ^[0-9]+$ ]] || fail "--seconds takes a number, not $seconds" 2
[[ -z $hadoop_version || $hadoop_version =~ ^3\.[0-9]+\.[0-9]+ ]] ||
  fail "--hadoop-version takes a version 3.x.y, not $hadoop_version" 2

case $verb in
  start) mkdir -p "$folder" ;;
  *)
    if [[ ! -d $folder ]]; then
      case $verb in
        stop | status)
          echo "no cluster in $folder"
          [[ $verb == stop ]] && exit 0 || exit 3
          ;;
        *) fail "no cluster in $folder; start makes one" ;;
      esac
    fi
    ;;
esac
folder=$(CDPATH='' cd -- "$folder" && pwd -P)
# Java options and Hadoop's lists of folders are cut at spaces and commas.
[[ $folder =~ ^[A-Za-z0-9/._+@-]+$ ]] ||
  fail "$folder has characters that Hadoop does not take in its options; name another --folder" 2

# ---- processes ------------------------------------------------------------------------------

# By this argument we know our processes, the tasks among them; no process id alone is trusted.
mark=-Dneardup.cluster=$folder

# Whether a process has all of some arguments.
has_arguments() {
  local pid=$1 argument
  shift
  for argument in "$@"; do
    if [[ -d /proc/self ]]; then
      grep -qzxF -e "$argument" "/proc/$pid/cmdline" 2>/dev/null || return 1
    else
      ps -ww -o command= -p "$pid" 2>/dev/null | tr ' ' '\n' | grep -qxF -e "$argument" || return 1
    fi
  done
}

# The process id of a daemon, nothing if it does not run.
pid_of() {
  local pid
  pid=$(cat "$folder/pids/$1" 2>/dev/null) || return 0
  if [[ $pid =~ ^[0-9]+$ ]] && has_arguments "$pid" "$mark" "-Dneardup.daemon=$1"; then
    echo "$pid"
  fi
}

# The process ids of all Java processes of this cluster: daemons, application masters, tasks.
all_pids() {
  local pid
  if [[ -d /proc/self ]]; then
    grep -lzxF -e "$mark" /proc/[0-9]*/cmdline 2>/dev/null | sed 's|/proc/||;s|/cmdline||' || true
  else
    ps -A -o pid= | while read -r pid; do
      if has_arguments "$pid" "$mark"; then
        echo "$pid"
      fi
    done
  fi
}

# Ends processes: politely, after some seconds not.
end() {
  local pid tries
  for pid in "$@"; do
    kill "$pid" 2>/dev/null || true
  done
  for ((tries = 0; tries < 100; tries++)); do
    local left=()
    for pid in "$@"; do
      if has_arguments "$pid" "$mark"; then
        left+=("$pid")
      fi
    done
    ((${#left[@]})) || return 0
    set -- ${left[@]+"${left[@]}"}
    sleep 0.1
  done
  kill -9 "$@" 2>/dev/null || true
}

# One cluster.sh at a time changes a cluster. Daemons do not inherit the lock.
lock() {
  exec 9>"$folder/lock"
  if command -v flock >/dev/null; then
    flock -w "$seconds" 9 || fail "another cluster.sh is at work in $folder"
  fi
}

# ---- ports ----------------------------------------------------------------------------------

port_names=(
  namenode namenode_http resourcemanager resourcemanager_scheduler resourcemanager_tracker
  resourcemanager_admin resourcemanager_http historyserver historyserver_admin historyserver_http
  datanode1 datanode1_ipc datanode1_http datanode2 datanode2_ipc datanode2_http
  nodemanager1 nodemanager1_localizer nodemanager1_http nodemanager1_shuffle
  nodemanager2 nodemanager2_localizer nodemanager2_http nodemanager2_shuffle
)

# The number of a port, nothing before it is known. Bash 3.2 has no associative arrays: each number
# is in a variable of its own.
port() {
  local variable=port_$1
  echo "${!variable:-}"
}

listens() {
  (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

read_ports() {
  local name number
  [[ -f $folder/ports ]] || return 0
  while read -r name number; do
    printf -v "port_$name" %s "$number"
  done <"$folder/ports"
}

# Ports stay what they are for good, since paths in HDFS' files name that of the NameNode; a port
# that has been taken by someone else while nothing ran is replaced.
choose_ports() {
  local name number chosen=' '
  for name in "${port_names[@]}"; do
    number=$(port "$name")
    while [[ -z $number || $chosen == *" $number "* ]] || listens "$number"; do
      # Below those the system gives to clients.
      number=$((20000 + (RANDOM * 32768 + RANDOM) % 12000))
    done
    printf -v "port_$name" %s "$number"
    chosen+="$number "
  done
  for name in "${port_names[@]}"; do
    echo "$name $(port "$name")"
  done >"$folder/ports.new"
  mv "$folder/ports.new" "$folder/ports"
}

# Sends a request to a daemon and prints the response.
http() {
  local method=$1 path=$3 line
  {
    exec 3<>"/dev/tcp/127.0.0.1/$2" || return 1
    printf '%s %s HTTP/1.0\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n\r\n' \
      "$method" "$path" >&3
    while IFS= read -r -t 10 line <&3 || [[ -n $line ]]; do
      printf '%s\n' "$line"
    done
    exec 3<&-
  } 2>/dev/null
}

# ---- configuration --------------------------------------------------------------------------

java_home() {
  if [[ -n ${JAVA_HOME:-} && -x $JAVA_HOME/bin/java ]]; then
    echo "$JAVA_HOME"
  else
    command -v java >/dev/null || fail "java is not on the PATH; install a JDK, version 17 or later"
    java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p'
  fi
}

site() {
  local file=$1 name value
  {
    echo '<?xml version="1.0"?>'
    echo '<configuration>'
    while read -r name value; do
      if [[ -n $name ]]; then
        echo "  <property><name>$name</name><value>$value</value></property>"
      fi
    done
    echo '</configuration>'
  } >"$folder/conf/$file.new"
  mv "$folder/conf/$file.new" "$folder/conf/$file"
}

java_options='-XX:+UseSerialGC -Xshare:auto -XX:-UsePerfData -Djava.net.preferIPv4Stack=true'
# Small and quickly there: these JVMs live for seconds, or do little. Tasks choose for themselves.
quick="$java_options -XX:TieredStopAtLevel=1"

write_configuration() {
  local on=127.0.0.1 task="$java_options $opens $mark" daemon cores
  cores=$(getconf _NPROCESSORS_ONLN)
  mkdir -p "$folder"/{bin,logs/containers,pids,tmp} "$folder"/conf/webapps/{hdfs,datanode,secondary,static}
  site core-site.xml <<END
    fs.defaultFS hdfs://$on:$(port namenode)
    hadoop.tmp.dir $folder/tmp
    ipc.client.connect.retry.interval 200
END
  site hdfs-site.xml <<END
    dfs.replication 2
    dfs.namenode.name.dir file://$folder/namenode
    dfs.namenode.http-address $on:$(port namenode_http)
    dfs.namenode.safemode.extension 0
    dfs.namenode.resource.du.reserved 1048576
    dfs.namenode.handler.count 4
    dfs.datanode.handler.count 4
    dfs.heartbeat.interval 1
    dfs.namenode.heartbeat.recheck-interval 2000
    dfs.namenode.fs-limits.min-block-size 4096
    dfs.client.block.write.replace-datanode-on-failure.policy NEVER
    dfs.client.socket-timeout 20000
    dfs.client.failover.sleep.base.millis 200
    dfs.client.retry.policy.enabled true
    dfs.client.retry.policy.spec 500,100,1000,60
END
  site yarn-site.xml <<END
    yarn.resourcemanager.hostname $on
    yarn.resourcemanager.address $on:$(port resourcemanager)
    yarn.resourcemanager.scheduler.address $on:$(port resourcemanager_scheduler)
    yarn.resourcemanager.resource-tracker.address $on:$(port resourcemanager_tracker)
    yarn.resourcemanager.admin.address $on:$(port resourcemanager_admin)
    yarn.resourcemanager.webapp.address $on:$(port resourcemanager_http)
    yarn.resourcemanager.nodemanagers.heartbeat-interval-ms 100
    yarn.nm.liveness-monitor.expiry-interval-ms 30000
    yarn.am.liveness-monitor.expiry-interval-ms 60000
    yarn.resourcemanager.container.liveness-monitor.interval-ms 5000
    yarn.node-attribute.fs-store.root-dir file://$folder/tmp/node-attributes
    yarn.nodemanager.hostname $on
    yarn.nodemanager.aux-services mapreduce_shuffle
    yarn.nodemanager.resource.memory-mb 1536
    yarn.nodemanager.resource.cpu-vcores $(((cores + 1) / 2))
    yarn.nodemanager.vmem-check-enabled false
    yarn.log-aggregation-enable true
    yarn.nodemanager.disk-health-checker.enable false
    yarn.nodemanager.sleep-delay-before-sigkill.ms 100
    yarn.nodemanager.localizer.fetch.thread-count 2
    yarn.scheduler.minimum-allocation-mb 128
    yarn.scheduler.maximum-allocation-mb 1536
    yarn.resourcemanager.connect.retry-interval.ms 500
    yarn.client.application-client-protocol.poll-interval-ms 100
    yarn.client.app-submission.poll-interval 100
    yarn.application.classpath $folder/conf,$folder/lib/*
END
  site mapred-site.xml <<END
    mapreduce.framework.name yarn
    mapreduce.application.classpath
    mapreduce.jobhistory.address $on:$(port historyserver)
    mapreduce.jobhistory.admin.address $on:$(port historyserver_admin)
    mapreduce.jobhistory.webapp.address $on:$(port historyserver_http)
    mapreduce.client.submit.file.replication 2
    mapreduce.client.progressmonitor.pollinterval 100
    mapreduce.client.completion.pollinterval 100
    yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms 100
    yarn.app.mapreduce.am.resource.mb 768
    yarn.app.mapreduce.am.command-opts -Xmx512m $task -XX:TieredStopAtLevel=1
    mapreduce.map.memory.mb 768
    mapreduce.reduce.memory.mb 768
    mapreduce.map.java.opts -Xmx512m $task
    mapreduce.reduce.java.opts -Xmx512m $task
    mapreduce.job.reduce.slowstart.completedmaps 0.7
    mapreduce.task.timeout 60000
    mapreduce.reduce.shuffle.retry-delay.max.ms 2000
    mapreduce.reduce.shuffle.connect.timeout 20000
    mapreduce.reduce.shuffle.read.timeout 20000
END
  site capacity-scheduler.xml <<END
    yarn.scheduler.capacity.root.queues default
    yarn.scheduler.capacity.root.default.capacity 100
    yarn.scheduler.capacity.maximum-am-resource-percent 0.5
END
  for daemon in console daemon; do
    cat >"$folder/conf/log4j-$daemon.properties" <<END
log4j.rootLogger=$([[ $daemon == daemon ]] && echo INFO || echo WARN), console
log4j.appender.console=org.apache.log4j.ConsoleAppender
log4j.appender.console.target=System.err
log4j.appender.console.layout=org.apache.log4j.PatternLayout
log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c{2}: %m%n
log4j.logger.org.apache.hadoop.util.NativeCodeLoader=ERROR
END
  done
  cat >"$folder/bin/hadoop" <<END
#!/usr/bin/env bash
# The hadoop command of the cluster in $folder, as far as it goes.
set -euo pipefail
export HADOOP_CONF_DIR=$folder/conf
# The classes are read from the jar; without this RunJar unpacks it first.
export HADOOP_CLIENT_SKIP_UNJAR=\${HADOOP_CLIENT_SKIP_UNJAR:-true}
classpath=$folder/conf:$folder/lib/*\${HADOOP_CLASSPATH:+:\$HADOOP_CLASSPATH}
command=\${1:-}
((\$# == 0)) || shift
case \$command in
  jar) class=org.apache.hadoop.util.RunJar ;;
  fs | dfs) class=org.apache.hadoop.fs.FsShell ;;
  dfsadmin) class=org.apache.hadoop.hdfs.tools.DFSAdmin ;;
  fsck) class=org.apache.hadoop.hdfs.tools.DFSck ;;
  job) class=org.apache.hadoop.mapred.JobClient ;;
  application | app) class=org.apache.hadoop.yarn.client.cli.ApplicationCLI && set -- application "\$@" ;;
  node) class=org.apache.hadoop.yarn.client.cli.NodeCLI ;;
  logs) class=org.apache.hadoop.yarn.client.cli.LogsCLI ;;
  version) class=org.apache.hadoop.util.VersionInfo ;;
  classpath)
    echo "\$classpath"
    exit 0
    ;;
  *.*) class=\$command ;;
  *)
    echo "usage: hadoop jar|fs|dfsadmin|fsck|job|application|node|logs|classpath|version|CLASS …" >&2
    exit 2
    ;;
esac
# shellcheck disable=SC2086 # HADOOP_CLIENT_OPTS is a list of words
exec '$JAVA_HOME/bin/java' -Xmx512m $quick $opens -Dlog4j.configuration=file:$folder/conf/log4j-console.properties \\
  \${HADOOP_CLIENT_OPTS:-} -cp "\$classpath" \$class "\$@"
END
  chmod +x "$folder/bin/hadoop"
  ln -sf hadoop "$folder/bin/yarn" # for yarn logs, yarn application …
}

copy_jars() {
  [[ $(cat "$folder/lib/version" 2>/dev/null || true) != "$hadoop_version" ]] || return 0
  command -v mvn >/dev/null || fail "mvn is not on the PATH; install Apache Maven, to get Hadoop's jars"
  echo "fetching Hadoop $hadoop_version …" >&2
  rm -rf "${folder:?}/lib"
  mvn -q -B -Dstyle.color=never ${maven_options[@]+"${maven_options[@]}"} -f "$here/pom.xml" \
    dependency:copy-dependencies \
    -Dhadoop.version="$hadoop_version" -DoutputDirectory="$folder/lib" >&2
  echo "$hadoop_version" >"$folder/lib/version"
}

# ---- daemons --------------------------------------------------------------------------------

launch() {
  local name=$1 class heap=160m on=127.0.0.1 detach=()
  shift
  case $name in
    namenode) class=org.apache.hadoop.hdfs.server.namenode.NameNode heap=192m ;;
    datanode?)
      class=org.apache.hadoop.hdfs.server.datanode.DataNode
      set -- -Ddfs.datanode.data.dir="file://$folder/$name" \
        -Ddfs.datanode.hostname=$on \
        -Ddfs.datanode.address="$on:$(port "$name")" \
        -Ddfs.datanode.ipc.address="$on:$(port "${name}_ipc")" \
        -Ddfs.datanode.http.address="$on:$(port "${name}_http")"
      ;;
    resourcemanager) class=org.apache.hadoop.yarn.server.resourcemanager.ResourceManager heap=256m ;;
    nodemanager?)
      class=org.apache.hadoop.yarn.server.nodemanager.NodeManager
      set -- -Dyarn.nodemanager.local-dirs="$folder/$name" \
        -Dyarn.nodemanager.log-dirs="$folder/logs/containers/$name" \
        -Dyarn.nodemanager.address="$on:$(port "$name")" \
        -Dyarn.nodemanager.localizer.address="$on:$(port "${name}_localizer")" \
        -Dyarn.nodemanager.webapp.address="$on:$(port "${name}_http")" \
        -Dmapreduce.shuffle.port="$(port "${name}_shuffle")"
      ;;
    historyserver) class=org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer ;;
  esac
  # In a session of its own, so that what ends this script, or the terminal, does not end it.
  if command -v setsid >/dev/null; then
    detach=(setsid)
  fi
  # shellcheck disable=SC2086 # lists of words
  ${detach[@]+"${detach[@]}"} nohup "$JAVA_HOME/bin/java" -Xmx$heap $quick $opens \
    "$mark" "-Dneardup.daemon=$name" \
    -Dlog4j.configuration="file:$folder/conf/log4j-daemon.properties" \
    -cp "$folder/conf:$folder/lib/*" $class "$@" \
    >>"$folder/logs/$name.log" 2>&1 </dev/null 9>&- &
  echo $! >"$folder/pids/$name"
}

# Makes the file system, once; what half a format has left is not taken for one.
format() {
  [[ ! -f $folder/formatted ]] || return 0
  rm -rf "$folder"/namenode "$folder"/datanode?
  # shellcheck disable=SC2086 # lists of words
  "$JAVA_HOME/bin/java" -Xmx128m $quick $opens "$mark" \
    -Dlog4j.configuration="file:$folder/conf/log4j-daemon.properties" \
    -cp "$folder/conf:$folder/lib/*" org.apache.hadoop.hdfs.server.namenode.NameNode \
    -format -nonInteractive >"$folder/logs/format.log" 2>&1 9>&- ||
    fail "the file system could not be made; see $folder/logs/format.log"
  : >"$folder/formatted"
}

# Whether a daemon is at work: not only its process is there.
is_ready() {
  local name=$1 answer
  case $name in
    namenode)
      answer=$(http GET "$(port namenode_http)" "/jmx?qry=Hadoop:service=NameNode,name=NameNodeInfo") &&
        [[ $answer =~ \"Safemode\"\ *:\ *\"\" ]]
      ;;
    # Of the workers both must say so: they may be up before they are known, and are known for a
    # while after they have gone.
    datanode?)
      answer=$(http GET "$(port "${name}_http")" "/jmx?qry=Hadoop:service=DataNode,name=DataNodeInfo") &&
        [[ $answer == *RUNNING* ]] &&
        answer=$(http GET "$(port namenode_http)" "/jmx?qry=Hadoop:service=NameNode,name=NameNodeInfo") &&
        [[ ${answer//[[:space:]\\]/} =~ \"LiveNodes\":.*\"infoAddr\":\"127.0.0.1:$(port "${name}_http")\".*\"DeadNodes\" ]]
      ;;
    resourcemanager)
      answer=$(http GET "$(port resourcemanager_http)" /ws/v1/cluster/info) &&
        [[ $answer == *'"STARTED"'* ]]
      ;;
    nodemanager?)
      answer=$(http GET "$(port "${name}_http")" /ws/v1/node/info) &&
        [[ $answer == *'"nodeHealthy":true'* ]] &&
        answer=$(http GET "$(port resourcemanager_http)" "/ws/v1/cluster/nodes?states=RUNNING") &&
        [[ $answer =~ \"id\":\"[^\"]*:$(port "$name")\" ]]
      ;;
    historyserver)
      answer=$(http GET "$(port historyserver_http)" /ws/v1/history/info) &&
        [[ $answer == *'"startedOn"'* ]]
      ;;
  esac
}

await() {
  local name deadline=$((SECONDS + seconds))
  for name in "$@"; do
    until is_ready "$name"; do
      if [[ -z $(pid_of "$name") ]]; then
        grep -E ' (ERROR|FATAL) |Exception|^Error' "$folder/logs/$name.log" | tail -n 5 >&2 || true
        fail "$name ended while it started; see $folder/logs/$name.log"
      fi
      ((SECONDS < deadline)) ||
        fail "$name is not ready after $seconds seconds; see $folder/logs/$name.log"
      sleep 0.2
    done
  done
}

# What start and restart need to know.
prepare() {
  local recorded
  recorded=$(cat "$folder/hadoop-version" 2>/dev/null || true)
  if [[ -z $recorded ]]; then
    recorded=${hadoop_version:-$(sed -n 's|.*<hadoop.version>\(.*\)</hadoop.version>.*|\1|p' "$here/pom.xml")}
  elif [[ -n $hadoop_version && $hadoop_version != "$recorded" ]]; then
    fail "the cluster in $folder is of Hadoop $recorded; name another --folder for $hadoop_version" 2
  fi
  hadoop_version=$recorded
  opens=
  if [[ $hadoop_version == 3.[0-4].* ]]; then
    opens=--add-opens=java.base/java.lang=ALL-UNNAMED
  fi
  JAVA_HOME=$(java_home)
  export JAVA_HOME MALLOC_ARENA_MAX=2
  # Of a Hadoop that may be installed here; NodeManagers would hand it on to the tasks.
  unset HADOOP_HOME HADOOP_COMMON_HOME HADOOP_HDFS_HOME HADOOP_YARN_HOME HADOOP_MAPRED_HOME \
    HADOOP_CLASSPATH HADOOP_OPTS HADOOP_USER_NAME
  export HADOOP_CONF_DIR=$folder/conf
  read_ports
}

start() {
  local name began=$SECONDS missing=()
  lock
  prepare
  for name in "${daemons[@]}"; do
    if [[ -z $(pid_of "$name") ]]; then
      missing+=("$name")
    fi
  done
  if ((${#missing[@]} == 0)); then
    await "${daemons[@]}"
    echo "the cluster in $folder runs"
    return
  fi
  echo "$hadoop_version" >"$folder/hadoop-version"
  copy_jars
  if ((${#missing[@]} == ${#daemons[@]})); then
    # Tasks of daemons that have crashed.
    # shellcheck disable=SC2046 # process ids
    end $(all_pids)
    choose_ports
  fi
  write_configuration
  format
  for name in ${missing[@]+"${missing[@]}"}; do
    launch "$name"
  done
  await "${daemons[@]}"
  # Relative paths of HDFS need it.
  http PUT "$(port namenode_http)" "/webhdfs/v1/user/$(id -un)?op=MKDIRS&user.name=$(id -un)" |
    grep -q true || fail "the home folder in HDFS could not be made; see $folder/logs/namenode.log"
  echo "the cluster in $folder is up ($((SECONDS - began)) s): Hadoop $hadoop_version," \
    "hdfs://127.0.0.1:$(port namenode)"
}

stop() {
  local pids=() name
  lock
  # NodeManagers first, while they can end their tasks.
  for name in nodemanager1 nodemanager2; do
    # shellcheck disable=SC2207 # one number or nothing
    pids+=($(pid_of $name))
  done
  end ${pids[@]+"${pids[@]}"}
  # shellcheck disable=SC2046 # process ids
  end $(all_pids)
  rm -f "$folder"/pids/*
  echo "the cluster in $folder is stopped"
}

status() {
  local name pid all=0
  read_ports
  echo "the cluster in $folder, Hadoop $(cat "$folder/hadoop-version" 2>/dev/null || echo '(never started)')"
  for name in "${daemons[@]}"; do
    pid=$(pid_of "$name")
    if [[ -n $pid ]]; then
      printf '  %-16s process %-8s http://127.0.0.1:%s/  %s\n' "$name" "$pid" "$(port "${name}_http")" \
        "$(is_ready "$name" || echo 'not ready')"
    else
      printf '  %-16s does not run\n' "$name"
      all=3
    fi
  done
  return $all
}

case $verb in
  start) start ;;
  stop) stop ;;
  status) status ;;
  kill)
    pid=$(pid_of "${words[0]}")
    [[ -n $pid ]] || fail "${words[0]} does not run"
    kill -9 "$pid"
    ;;
  restart)
    lock
    [[ -f $folder/formatted ]] || fail "the cluster in $folder has never been up; use start"
    prepare
    # shellcheck disable=SC2046 # one number or nothing
    end $(pid_of "${words[0]}")
    launch "${words[0]}"
    await "${words[0]}"
    ;;
  exec)
    [[ -x $folder/bin/hadoop ]] || fail "the cluster in $folder has never been up; use start"
    export HADOOP_HOME=$folder HADOOP_CONF_DIR=$folder/conf PATH=$folder/bin:$PATH
    exec ${words[@]+"${words[@]}"}
    ;;
esac
