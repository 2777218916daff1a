#!/usr/bin/env bash
# The same cases and the same planted fault under two loaders: the one of the system, which Debian
# has from ocl-icd, and Khronos' own, which fetch.sh gets. Without it the test fails, and fetch.sh
# says why. Then the variables that choose drivers, as the documents have them.
#
#   loaders_test.sh WGSYNC LAYER
#
# WGSYNC_DRIVERS is a folder where fetch.sh may have put the loader before.
set -euo pipefail

wgsync="$(realpath "$1")"
layer="$(realpath "$2")"
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
cd "$TEST_TMPDIR"

fail() {
  echo "FAIL: $*" >&2
  exit 1
}

export WGSYNC_DRIVERS="${WGSYNC_DRIVERS:-$TEST_TMPDIR/drivers}"
khronos="$("$here/fetch.sh" khronos-loader | tail -n 1)/lib" ||
  fail "no Khronos loader: nothing was tested under it (see fetch.sh's line)"
[[ -e "$khronos/libOpenCL.so.1" ]] || fail "$khronos has no loader"

mkdir -m 1777 locks
mkdir vendors
cp /etc/OpenCL/vendors/pocl.icd vendors/ || fail "PoCL is not registered: apt-get install pocl-opencl-icd"
unset OCL_ICD_FILENAMES OPENCL_LAYERS
# A folder: both loaders take it.
export OCL_ICD_VENDORS="$TEST_TMPDIR/vendors" WGSYNC_LOCK_DIR="$TEST_TMPDIR/locks" WGSYNC_STATE_DIR="$TEST_TMPDIR"

# under LOADER COMMAND...: the program with that loader.
under() {
  local loader="$1"
  shift
  if [[ "$loader" == khronos ]]; then
    LD_LIBRARY_PATH="$khronos${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" "$@"
  else
    "$@"
  fi
}

# run LOADER NAME [VARIABLE=VALUE...]: a few cases; their verdicts into NAME.LOADER, in order.
run() {
  local loader="$1" name="$2" status=0 log
  shift 2
  under "$loader" env "$@" "$wgsync" run --device "Portable Computing Language/" --tier default \
    --cases 'host_sync.callback/*' 'host_sync.finish/*' \
    'barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/work=exchange/wg=64/groups=2' \
    --out "runs/$name.$loader" > "$name.$loader.text" 2>&1 || status=$?
  (( status <= 1 )) || fail "$name under $loader: exit code $status: $(tail -n 5 "$name.$loader.text")"
  log="$(echo "runs/$name.$loader"/*/log.jsonl)"
  # Which loader it was, by the fingerprint.
  if [[ "$loader" == khronos ]]; then
    grep -qF "\"$khronos/libOpenCL.so.1\"" "$log" || fail "$name: the log does not name Khronos' loader"
  else
    grep -q '"/[^"]*/libOpenCL\.so\.1[^"]*"' "$log" || fail "$name: the log names no loader"
    if grep -qF "$khronos" "$log"; then fail "$name: Khronos' loader is in a run under $loader"; fi
  fi
  /usr/bin/python3 - "$log" > "$name.$loader" << 'PYTHON'
import json
import sys

verdicts = {}
for line in open(sys.argv[1]):
    record = json.loads(line)
    if record["kind"] == "verdict":
        verdict, cause = record["verdict"], record["cause"]
        # Whether the groups had to wait for each other is luck on a busy machine, where a case is
        # run again.
        if verdict == "unproven":
            verdict, cause = "pass", ""
        if verdicts.get(record["case"], ["pass"])[0] == "pass":
            verdicts[record["case"]] = [verdict, cause, record.get("binds", "")]
for case, verdict in verdicts.items():
    print(case, *verdict)
PYTHON
}

for loader in system khronos; do
  run "$loader" sound
  run "$loader" planted WGSYNC_SANDBOX=off OPENCL_LAYERS="$layer" WGSYNC_FAULT=clFinish:early+ WGSYNC_FAULT_LOG="$TEST_TMPDIR/faults.$loader"
  [[ -s "faults.$loader" ]] || fail "the fault was not planted under $loader: it did not load $layer"
  if grep -v ' pass ' "sound.$loader"; then fail "a sound case under $loader"; fi
  (( $(grep -c '^host_sync.finish/.* broken ' "planted.$loader") == 2 )) ||
    fail "the planted fault under $loader: $(cat "planted.$loader")"
done
for name in sound planted; do
  diff "$name.system" "$name.khronos" || fail "$name: other verdicts under Khronos' loader"
done

# A library in both variables is that driver alone. Debian 13 has no Oclgrind.
oclgrind=/usr/lib/oclgrind/liboclgrind-rt-icd.so
alone=(system khronos)
if [[ ! -e "$oclgrind" ]]; then
  echo "skipped: a library in both variables, since there is no $oclgrind (Debian 12: apt-get install oclgrind)"
  alone=()
fi
for loader in "${alone[@]}"; do
  OCL_ICD_VENDORS="$oclgrind" OCL_ICD_FILENAMES="$oclgrind" under "$loader" "$wgsync" device > device.text 2>&1 ||
    fail "Oclgrind under $loader: $(cat device.text)"
  if [[ "$(grep -E '^[0-9]+:' device.text)" != "0:0  Oclgrind/"* ]]; then
    fail "not Oclgrind alone under $loader: $(cat device.text)"
  fi
done
echo "passed: $(wc -l < sound.system) cases and $(wc -l < planted.system) with a fault, under both"
