#!/usr/bin/env bash
# Runs an instrumented binary, and fails where a sanitizer has said anything, be it in a worker
# whose own output nobody sees.
#
#   sanitized.sh BINARY units    all of its tests
#   sanitized.sh BINARY cases    some smoke cases on PoCL
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
binary="$1"
reports="$(mktemp -d "${TEST_TMPDIR:-/tmp}/sanitizer-XXXXXX")"
trap 'rm -rf "$reports"' EXIT

common="log_path=$reports/report:allow_addr2line=1"
export ASAN_OPTIONS="$common:detect_leaks=1:detect_stack_use_after_return=1"
export LSAN_OPTIONS="suppressions=$here/drivers.lsan:print_suppressions=0"
export UBSAN_OPTIONS="$common:print_stacktrace=1"
export TSAN_OPTIONS="$common:suppressions=$here/drivers.tsan:halt_on_error=1:history_size=7"

# ThreadSanitizer of clang 14 does not know the wider layouts of newer kernels.
launch=()
if setarch -R true 2> /dev/null; then
  launch=(setarch -R)
fi

result=0
run() {
  "${launch[@]}" "$binary" "$@" || result=$?
}
if [[ "$2" == cases ]]; then
  export WGSYNC_TEST_DEVICE='Portable Computing Language/'
  # Passes, a hang that binds to nothing, a poll that the compiler hoists, locks and hand-offs.
  access='poll=rmw/signal=rmw/fence=device/pay=plain/work'
  cases="barrier.counter_per_group/$access=exchange/*:mutex.*$access=counter/wg=64/groups=res"
  run "--gtest_filter=$cases:handoff.message_passing/*"
else
  # These load drivers into their own process. What a driver leaks is told by its library, which is
  # found by unwinding through code without frame pointers, and that is slow.
  drivers='ListDevicesTest.*:ReadClaimsTest.*:FingerprintTest.*:DriverDigestTest.*:SlugTest.*'
  drivers+=':OpenCl*:BuildProgramTest.*:LaunchTest.*'
  # A product of words without a pointer in it takes 15 s here.
  run "--gtest_filter=-$drivers:CaseIdTest.EveryCaseOfTheProductComesBackFromItsId"
  ASAN_OPTIONS+=:fast_unwind_on_malloc=0:malloc_context_size=16
  run "--gtest_filter=$drivers"
fi
for report in "$reports"/report.*; do
  if [[ -s "$report" ]]; then
    cat "$report" >&2
    result=1
  fi
done
exit "$result"
