#!/usr/bin/env bash
# wgsync-gtest as deqp-runner starts and reads it, on PoCL: a list, and a case of each status.
#
#   deqp_test.sh WGSYNC-GTEST WGSYNC LAYER
set -euo pipefail

gtest="$(realpath "$1")"
wgsync="$(realpath "$2")"
layer="$(realpath "$3")"
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
cd "$TEST_TMPDIR"
mkdir locks runs

fail() {
  echo "FAIL: $*" >&2
  exit 1
}

# Debian's, and not another one of the path.
reads() {
  /usr/bin/python3 "$here/deqp_test.py" "$@"
}

# As on a machine without Bazel: nothing of its environment. ${env[@]} is added.
env=()
runner() {
  env -i PATH="$PATH" HOME="$TEST_TMPDIR" TMPDIR="$TEST_TMPDIR/runs" WGSYNC_LOCK_DIR="$TEST_TMPDIR/locks" \
    WGSYNC_TEST_DEVICE="Portable Computing Language/" "${env[@]}" "$gtest" "$@"
}

runner --gtest_list_tests > smoke.list 2> list.err
[[ -z "$(ls runs)" ]] || fail "a list leaves files: $(ls runs)"
reads list smoke.list > smoke.names
reads suite "$here" smoke.list

# Two pass, two fail by the planted fault, and a case with a native fence is skipped.
filter='host_sync.callback/*:host_sync.finish/*:barrier.counter_per_group/*fence=native*'
env=(WGSYNC_TEST_TIER=default OPENCL_LAYERS="$layer" WGSYNC_FAULT=clFinish:early+)
runner --gtest_list_tests --gtest_filter="$filter" > few.list 2> list.err
reads list few.list > asked
# With the names in place of patterns.
status=0
runner --gtest_filter="$(paste -sd : asked)" > output 2> progress || status=$?
(( status == 1 )) || fail "exit code $status: $(tail -n 3 output progress)"
reads results output asked > statuses
for word in Pass Fail Skip; do
  grep -q ",$word\$" statuses || { cat statuses; fail "no $word"; }
done

# The files of deqp-runner from this run say the same.
"$wgsync" expect deqp runs/*/* --out files > /dev/null
diff <(grep ',Fail$' statuses) <(grep -v '^#' files/fails.txt) || fail "fails.txt"
for file in flakes skips; do
  grep -v '^#' "files/$file.txt" && fail "$file.txt is not empty"
done

# No device: no test, and no line that a reader would take for one.
env=(WGSYNC_TEST_DEVICE=no_such_device)
status=0
runner --gtest_list_tests > none 2> none.err || status=$?
if (( status < 2 )) || [[ -s none ]] || ! grep -q no_such_device none.err; then
  fail "no device: exit code $status: $(cat none none.err)"
fi
echo "passed: $(cut -d , -f 2 statuses | sort | uniq -c | xargs)"
