#!/usr/bin/env bash
# Tries a fleet on this machine, with two drivers of PoCL. Arguments are passed on to `bazel test`. The
# last line is like Bazel's for a test. Skipped if PostgreSQL, BuildGrid or buildbox cannot be had.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
# shellcheck source=tools/setup.sh
source "$here/../setup.sh"

scratch="$(mktemp -d)"
fleet="$scratch/fleet"
chmod 711 "$scratch"
result=FAILED

# However it ends.
finish() {
  "$here/fleet.sh" down "$fleet" || true
  if [[ "$result" == FAILED ]]; then
    tail -n 20 "$fleet"/*.log "$scratch"/*.out >&2 2> /dev/null || true
  fi
  rm -rf "$scratch"
  echo "//tools/fleet:try  $result in ${SECONDS}s"
}
trap finish EXIT
trap 'exit 1' INT TERM

fail() {
  echo "try.sh: $*" >&2
  exit 1
}

# `wait_for SECONDS COMMAND...`
wait_for() {
  local n=$(($1 * 10))
  shift
  until "$@"; do
    (( n-- > 0 )) || fail "gave up waiting for: $*"
    sleep 0.1
  done
}

free_port() {
  /usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# `fleet_test NAME TARGET...`: the call of a driver team. NAME.out has its output, NAME.json its events.
fleet_test() {
  local name="$1"
  shift
  wgsync_bazel "${rc[@]}" test --config=fleet --curses=no --color=no \
    --build_event_json_file="$scratch/$name.json" "${flags[@]}" "$@" > "$scratch/$name.out" 2>&1
}

# `shown NAME TARGET WORDS`: Bazel's line for the target.
shown() {
  grep -qE "^//tools/fleet:$2 +$3" "$scratch/$1.out" || fail "$1: $2 is not $3"
}

# `processes WORKER WORDS`: those that the worker started, and that have the words in their command line;
# `others`: that have them not.
processes() { marked "$@"; }
others() { marked "$@" -v; }
marked() {
  local mark process
  mark="$1.$(cut -d' ' -f1 "$fleet/worker-$1.pid")"
  { grep -l -a -z -x -F "WGSYNC_WORKER=$mark" /proc/[0-9]*/environ 2> /dev/null || true; } |
    while IFS=/ read -r _ _ process _; do
      if tr '\0' ' ' 2> /dev/null < "/proc/$process/cmdline" | grep "${@:3}" -e "$2" > /dev/null; then echo "$process"; fi
    done
}
nothing_left() { [[ -z "$(others "$1" 'bin/buildbox-worker ')" ]]; }
testing() { [[ -n "$(processes "$1" '/cases ')" ]]; }

property() {
  local logs="$WGSYNC_ROOT/bazel-testlogs/tools/fleet"
  xmllint --xpath "string(//property[@name='$2']/@value)" "$logs/$1/test.xml"
}

PORT="$(free_port)"
export PORT
flags=("$@")
rc=("--bazelrc=$fleet/own/bazelrc")
here_test=tried_fleet_pocl newer_test=tried_fleet_pocl_newer
wgsync_bazel build "${flags[@]}" //tools:wgsync
status=0
"$here/fleet.sh" up "$fleet" || status=$?
if (( status == 3 )); then
  result=SKIPPED
  exit
fi
(( status == 0 )) || fail "the fleet does not come up"
echo "try.sh: up after ${SECONDS}s"

# Another user of the machine reaches the port, and neither the socket nor the token.
"$(< "$fleet/python")" "$here/refusal_check.py" "127.0.0.1:$PORT" || fail "the server takes a stranger's call"
if (( EUID == 0 )); then
  stranger=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  "${stranger[@]}" test -x "$fleet" || fail "another user does not enter $fleet, so the next line shows nothing"
  ! "${stranger[@]}" test -e "$fleet/own/socket" || fail "another user reaches $fleet/own"
fi

# One call fills both columns, and a hang leaves no process.
pair=("//tools/fleet:${here_test}_barrier" "//tools/fleet:${newer_test}_barrier"
  '--test_filter=barrier.kernel_boundary/*:barrier.counter_per_group/poll=rmw/*/fence=mem/*/groups=res_plus1')
fleet_test both "${pair[@]}" || fail "the two drivers' tests fail"
for worker in pocl pocl_sid; do
  test="${here_test}_barrier"
  if [[ "$worker" == pocl_sid ]]; then test="${newer_test}_barrier"; fi
  shown both "$test" PASSED
  grep -qF "driver=$(property "$test" driver_version) " "$fleet/worker-$worker.log" || fail "$test ran on another worker"
  unzip -l "$WGSYNC_ROOT/bazel-testlogs/tools/fleet/$test/test.outputs/outputs.zip" '*/log.jsonl' > /dev/null ||
    fail "$test: no run came back"
  wait_for 10 nothing_left "$worker"
done
xmllint --xpath "//testcase[contains(@name, 'res_plus1')]//property[@name='verdict']/@value" \
  "$WGSYNC_ROOT/bazel-testlogs/tools/fleet/${here_test}_barrier/test.xml" | grep -q '"hang' || fail "no hang in the results"

# Their runs, joined with nothing else, are the columns of the matrix.
matrix() { "$WGSYNC_ROOT/bazel-bin/tools/wgsync" matrix --bep "$scratch/$1.json" --store "$scratch/store"; }
matrix both > "$scratch/matrix.out" || fail "no matrix of both drivers"
for test in "$here_test" "$newer_test"; do
  grep -qE "^\[[12]\] .*driver $(property "${test}_barrier" driver_version | sed 's/[+]/[+]/g'), from $scratch/store/" \
    "$scratch/matrix.out" || fail "the matrix lacks the driver of $test"
done

# The same call again: a verdict never comes from a cache. And a process that a test leaves is ended.
fleet_test again "${pair[@]}" //tools/fleet:leaves_a_process || fail "the second call fails"
grep -q '^Executed 3 out of 3 tests' "$scratch/again.out" || fail "a result came from a cache"
wait_for 10 nothing_left pocl

# `status` names each worker with its properties.
"$here/fleet.sh" status "$fleet" > "$scratch/status.out" || fail "a process of the fleet is not there"
for worker in pocl pocl_sid; do
  grep -qE "^device=$worker driver=[^ ]+ fingerprint=[0-9a-f]{64} host=[^ ]+: idle$" "$scratch/status.out" || fail "status lacks $worker"
done

# Nothing without a device goes to a worker. Its result here, if there is one, says nothing of that.
fleet_test unasked //suite/cases:settings_test --test_tag_filters= --nocache_test_results && fail "a test without a device was run"
grep -q 'this target has no exec_properties' "$scratch/unasked.out" || fail "nothing says why it was refused"

# A worker that dies in a test: its target is lost, the other one has its result.
fleet_test lost "${pair[0]}" "//tools/fleet:${newer_test}_semaphore" \
  --test_filter='barrier.*:semaphore.spin_1/*' &
calling=$!
wait_for 120 testing pocl
kill -9 "$(processes pocl 'bin/buildbox-worker ')"
status=0
wait "$calling" || status=$?
(( status == 34 )) || fail "a lost worker: exit code $status, not 34"
shown lost "${here_test}_barrier" "NO STATUS"
shown lost "${newer_test}_semaphore" PASSED
status=0
matrix lost > "$scratch/matrix.out" 2> "$scratch/matrix.err" || status=$?
(( status == 3 )) || fail "the matrix of a lost test: exit code $status, not 3"
grep -qF "lost: //tools/fleet:${here_test}_barrier" "$scratch/matrix.out" || fail "the matrix lacks the lost test"
grep -q 'lost.json: 1 test without a run' "$scratch/matrix.err" || fail "nothing says that a test is lost"
wait_for 10 nothing_left pocl
"$here/fleet.sh" status "$fleet" > /dev/null || fail "the worker did not come back"

"$here/fleet.sh" down "$fleet"
left="$(grep -l -a -F "$fleet" /proc/[0-9]*/cmdline 2> /dev/null || true)"
[[ -z "$left" ]] || fail "down left processes: $left"
result=PASSED
