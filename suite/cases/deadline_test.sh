#!/usr/bin/env bash
# The cases as a Bazel that is out of time sees them, on PoCL: they end before TEST_TIMEOUT with all
# that they have, the run can be resumed, and they die with the process that started them.
#
#   deadline_test.sh CASES WGSYNC
set -euo pipefail

cases="$(realpath "$1")"
wgsync="$(realpath "$2")"
cd "$TEST_TMPDIR"
mkdir -m 1777 locks
mkdir outputs more
export WGSYNC_LOCK_DIR="$PWD/locks" WGSYNC_TEST_DEVICE="Portable Computing Language/" WGSYNC_TEST_TIER=smoke
export TEST_UNDECLARED_OUTPUTS_DIR="$PWD/outputs" XML_OUTPUT_FILE="$PWD/test.xml"
unset WGSYNC_TEST_EXPECT TEST_SHARD_INDEX TEST_TOTAL_SHARDS

fail() {
  echo "FAIL: $*" >&2
  tail -n 40 out >&2
  exit 1
}

# No case can begin in time.
status=0
TEST_TIMEOUT=0.001 "$cases" --gtest_filter='handoff.message_passing/*' > out 2>&1 || status=$?
(( status == 1 )) || fail "an incomplete run has exit code $status, not 1"
grep -q ': incomplete: 0 of [1-9][0-9]* cases have run, and TEST_TIMEOUT was near' out || fail "nothing says that it is incomplete"
grep -q '^\[  SKIPPED \] .*handoff' out || fail "the cases are not skipped"
[[ "$(xmllint --xpath 'count(//testcase/skipped)' test.xml)" != 0 ]] || fail "test.xml does not show the cases"
xmllint --xpath 'string(//error/@message)' test.xml | grep -q incomplete || fail "test.xml has no error"

run="$(sed -n 's/.*wgsync run --resume \([^ ]*\) (in the .*/\1/p' out | head -n 1)"
[[ -d "outputs/$run" ]] || fail "the run to resume, '$run', is not in the outputs"
"$wgsync" run --resume "outputs/$run" > out 2>&1 || fail "the run cannot be resumed"
"$wgsync" show "outputs/$run" > out
grep -q 'handoff.message_passing/' out || fail "the resumed run has no case"

# Where Bazel's wrapper is killed, nothing is left of the test.
# shellcheck disable=SC2016  # the inner bash expands them
TEST_TARGET=//a:b TEST_UNDECLARED_OUTPUTS_DIR="$PWD/more" bash -c '"$0" & echo "$!" > pid.part && mv pid.part pid; wait' "$cases" > out 2>&1 &
wrapper=$!
wait_for() {
  local n=600
  until "$@"; do
    (( n-- > 0 )) || fail "gave up waiting for: $*"
    sleep 0.1
  done
}
begun() { grep -q '^1 of ' out; }
gone() { [[ ! -d "/proc/$(cat pid)" ]]; }
wait_for begun
! gone || fail "it ended before its wrapper"
kill -9 "$wrapper"
wait_for gone
