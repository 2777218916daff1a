#!/usr/bin/env bash
# A fleet on this machine, to try and to test it: a server and two workers on loopback.
#
#   tools/fleet/fleet.sh up DIR       installs missing parts below the cache folder, and starts it; it may be up already
#   tools/fleet/fleet.sh down DIR     ends it
#   tools/fleet/fleet.sh status DIR   the processes, devices and queues; exit code 1 if a process is not there
#
# The server runs programs as the caller of `up`. It takes a call with the token of DIR/own/bazelrc, which only that user can
# read: bazel --bazelrc=DIR/own/bazelrc test --config=fleet ...
#
# Exit code 2: a wrong argument or PORT; 3: PostgreSQL, BuildGrid or buildbox cannot be had.
#
# The worker `pocl` has this machine's PoCL, and `pocl_sid` that of Debian sid with its C library. DIR
# has logs and files of the fleet's; nothing else is needed of it once the fleet is down. PORT is the
# server's (50051), WGSYNC the program wgsync (that of bazel-bin). README.md has a real fleet.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
root="$(dirname "$(dirname "$here")")"
port="${PORT:-50051}"
readonly PROCESSES=(worker-pocl worker-pocl_sid server)
# With the tools that Bazel's test-setup.sh calls.
readonly SID=(debian sid pocl buildbox bash zip sed findutils grep)

die() {
  echo "fleet.sh: $*" >&2
  exit 1
}

# The call is wrong.
wrong() {
  echo "fleet.sh: $*" >&2
  exit 2
}

# A needed program cannot be had here.
lack() {
  echo "fleet.sh: $*" >&2
  exit 3
}

# `wait_for SECONDS WHAT COMMAND...`
wait_for() {
  local n=$(($1 * 10)) what="$2"
  shift 2
  until "$@" > /dev/null 2>&1; do
    (( n-- > 0 )) || die "gave up waiting for $what; see the logs in $dir"
    sleep 0.1
  done
}

# PostgreSQL refuses to run as root.
pg() {
  local bins=(/usr/lib/postgresql/*/bin) as=()
  (( EUID != 0 )) || as=(runuser -u postgres --)
  (cd / && "${as[@]}" env PATH="${bins[-1]}:$PATH" "$@")
}

# When the process began: a number that came to another process is not taken for it.
began() {
  local stat
  { stat="$(< "/proc/$1/stat")"; } 2> /dev/null || return 0
  awk '{ print $20 }' <<< "${stat##*) }"
}

# `start NAME COMMAND...`: in a new session, its output in NAME.log.
start() {
  local name="$1"
  shift
  setsid "$@" > "$dir/$name.log" 2>&1 < /dev/null &
  echo "$! $(began $!)" > "$dir/$name.pid"
}

# Sets `pid`; fails if the process of that name is not there.
alive() {
  local when
  pid=""
  [[ -f "$dir/$1.pid" ]] || return 1
  read -r pid when < "$dir/$1.pid"
  [[ -n "$when" && "$(began "$pid")" == "$when" ]]
}

# Sets `venv`, `sid` and `psycopg`. The files of wheels have their digests, for one Python each.
provide() {
  local cache="${XDG_CACHE_HOME:-${HOME:?set HOME or XDG_CACHE_HOME}/.cache}/wgsync" version=0.9.1 package="psycopg[binary]==3.2.13" wheels
  compgen -G '/usr/lib/postgresql/*/bin/initdb' > /dev/null || lack "no PostgreSQL; apt-get install postgresql"
  psycopg=psycopg
  if python3 -c 'import sys; sys.exit(sys.version_info >= (3, 13))'; then
    version=0.4.4 package=psycopg2-binary==2.9.13 psycopg=psycopg2
  fi
  venv="$cache/buildgrid-$version"
  if [[ ! -e "$venv/done" ]]; then
    mkdir -p "$cache"
    wheels=("buildgrid==$version" "$package")
    case "$(uname -m) $(python3 -c 'import sys; print(*sys.version_info[:2], sep=".")')" in
      'x86_64 3.11' | 'x86_64 3.13') wheels=(--require-hashes --only-binary :all: -r "$here/buildgrid-$version.txt") ;;
      *) echo "fleet.sh: no digests of BuildGrid's wheels for this Python and processor; pip's are taken as they come" >&2 ;;
    esac
    { python3 -m venv --clear "$venv" &&
      "$venv/bin/pip" install --disable-pip-version-check "${wheels[@]}"; } > "$dir/pip.log" 2>&1 ||
      lack "pip cannot get BuildGrid $version: $(tail -n 1 "$dir/pip.log")"
    touch "$venv/done"
  fi
  sid="$("$root/tools/drivers/fetch.sh" "${SID[@]}")" || lack "buildbox cannot be had; see above"
}

# A program of sid, with sid's libraries; what it starts runs with this machine's.
here_tool() {
  local loader=("$sid"/root/lib64/ld-linux-*.so.*) libraries=("$sid"/root/usr/lib/*-linux-gnu)
  printf '#!/bin/sh\nexec %q --library-path %q --argv0 %q %q "$@"\n' "${loader[0]}" "${libraries[0]}" \
    "$1" "$sid/root/usr/bin/$1" > "$dir/buildbox/$1"
  chmod +x "$dir/buildbox/$1"
}

start_database() {
  mkdir -p "$dir/pg"
  (( EUID != 0 )) || chown postgres "$dir/pg"
  chmod 700 "$dir/pg"
  pg test -x "$dir/pg" || die "the user postgres cannot enter $dir; name a folder where it can"
  # A socket in a folder that no other user enters, and no port.
  [[ -d "$dir/pg/data" ]] || pg initdb -D "$dir/pg/data" -A trust -U bgd --no-sync > "$dir/initdb.log" 2>&1
  pg pg_ctl -D "$dir/pg/data" -l "$dir/pg/log" -w -o "-k $dir/pg -c listen_addresses= -c fsync=off" start > /dev/null
  pg createdb -h "$dir/pg" -U bgd bgd 2> /dev/null || true
}

start_server() {
  # The driver must be named: with another one every test waits for ever.
  local sql="postgresql+$psycopg://bgd@/bgd?host=$dir/pg"
  "$venv/bin/bgd" migrate apply "$sql" > "$dir/migrate.log" 2>&1 || die "the database: $(tail -n 1 "$dir/migrate.log")"
  # No other user enters this folder. Neither secret nor token is an argument of a process, which each user sees.
  rm -rf "$dir/own"
  mkdir -m 700 "$dir/own"
  od -A n -N 32 -t x1 /dev/urandom | tr -d ' \n' > "$dir/own/secret"
  "$venv/bin/python" "$here/server.py" token 30 < "$dir/own/secret" > "$dir/own/token"
  cat > "$dir/own/bazelrc" << END
build:fleet --remote_executor=grpc://127.0.0.1:$port
build:fleet "--remote_header=authorization=Bearer $(< "$dir/own/token")"
END
  echo "$venv/bin/python" > "$dir/python"
  sed "s#@PORT@#$port#; s#@SQL@#$sql#; s#@DIR@#$dir#" "$here/server.yml" > "$dir/server.yml"
  start server "$venv/bin/python" "$here/server.py" server start "$dir/server.yml"
  wait_for 60 "the server on port $port ($dir/server.log)" answers
}

answers() {
  : < "/dev/tcp/127.0.0.1/$port"
}

# `start_worker NAME WGSYNC_BUILDBOX COMMAND...`
start_worker() {
  local name="$1" buildbox="$2"
  shift 2
  mkdir -p "$dir/$name"
  WGSYNC="$dir/wgsync" WGSYNC_LOCK_DIR="$dir/locks" WGSYNC_STATE_DIR="$dir/state" WGSYNC_BUILDBOX="$buildbox" WGSYNC_WORK="$dir/$name" start "worker-$name" \
    "$@" "$here/worker.sh" "$name" "Portable Computing Language/" "unix:$dir/own/socket"
}

# Each worker serves its device, or has ended.
decided() {
  local name
  for name in worker-pocl worker-pocl_sid; do
    ! alive "$name" || grep -q ': serves ' "$dir/$name.log" || return 1
  done
}

up() {
  local name program="${WGSYNC:-$root/bazel-bin/tools/wgsync}"
  [[ -x "$program" ]] || die "no $program; run: bazel build //tools:wgsync"
  chmod 711 "$dir"
  if alive server && alive worker-pocl && alive worker-pocl_sid; then return; fi
  down
  if (answers) 2> /dev/null; then die "port $port is in use; set PORT to another one"; fi
  provide
  # A fleet that does not start as a whole is ended.
  trap 'code=$?; trap - EXIT; (( code == 0 )) || down; exit "$code"' EXIT
  # The workers have the same processors, so that they share a lock.
  mkdir -p "$dir/buildbox" "$dir/state" "$dir/locks"
  chmod 1777 "$dir/locks"
  install -m 755 "$program" "$dir/wgsync"
  here_tool buildbox-worker
  here_tool buildbox-run-hosttools
  start_database
  start_server
  cd "$dir" # which `run` shows to its program
  start_worker pocl "$dir/buildbox" env
  start_worker pocl_sid /usr/bin "$sid/run"
  wait_for 120 "the workers" decided
  status > /dev/null || die "a worker does not work; see $dir/worker-*.log"
}

# Each with what it started: a worker ends its own test.
down() {
  local name pid
  for name in "${PROCESSES[@]}"; do
    if alive "$name"; then
      kill "$pid" 2> /dev/null || true
      local n=150
      while alive "$name" && (( n-- > 0 )); do sleep 0.1; done
      kill -9 -- "-$pid" 2> /dev/null || true
    fi
    # A worker that was killed has not done it.
    if [[ -n "$pid" && "$name" == worker-* ]]; then "$here/reap.sh" "${name#worker-}.$pid"; fi
    rm -f "$dir/$name.pid"
  done
  if [[ -e "$dir/pg/data/postmaster.pid" ]]; then
    # A file that a dead server left ends nothing.
    pg pg_ctl -D "$dir/pg/data" -m immediate stop > /dev/null || ! pg pg_ctl -D "$dir/pg/data" status > /dev/null ||
      die "PostgreSQL in $dir/pg/data does not end"
  fi
}

status() {
  local name pid missing=0
  for name in "${PROCESSES[@]}"; do
    if alive "$name"; then
      echo "$name: process $pid; $(grep -h 'serves' "$dir/$name.log" | tail -n 1)"
    else
      echo "$name: not there; see $dir/$name.log"
      missing=1
    fi
  done
  if alive server; then "$(< "$dir/python")" "$here/status.py" "unix:$dir/own/socket"; fi
  return "$missing"
}

case "$#/${1:-}" in
  2/up | 2/down | 2/status) ;;
  *) wrong "it takes up, down or status, and a folder" ;;
esac
[[ "$port" =~ ^[1-9][0-9]{0,4}$ ]] && (( port <= 65535 )) || wrong "PORT: $port is not a port; name one from 1 to 65535"
# A socket's path has at most 107 bytes.
[[ "$1" != up ]] || (( ${#2} <= 80 )) || wrong "$2 is too long for a socket; name a folder of at most 80 bytes"
[[ "$1" != up ]] || mkdir -p "$2" || wrong "$2 cannot be made; name a folder that can"
dir="$(cd "$2" 2> /dev/null && pwd -P)" || wrong "no folder $2; name that of \`up\`"
"$1"
