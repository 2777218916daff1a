#!/usr/bin/env bash
# Builds this workspace with the wgsync around it, and checks the verdicts of its primitives on PoCL; with
# --nobuild it only asks Bazel whether all rules and names are there. Other arguments are passed on to
# `bazel test`. The last line is like Bazel's for a test.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
root="$(dirname "$(dirname "$here")")"
cd "$here"

bazel=(bazel)
if [[ -n "${WGSYNC_OUTPUT_ROOT:-}" ]]; then
  bazel+=("--output_user_root=$WGSYNC_OUTPUT_ROOT")
fi
if [[ -f "$root/user.bazelrc" ]]; then
  bazel+=("--bazelrc=$root/user.bazelrc") # such as a --disk_cache
fi

# Debian's Bazel 7: the modules that wgsync gives it in place of the registry's.
scratch="$(mktemp -d)"
if [[ -e "$root/.offline.bazelrc" ]]; then
  sed "s#%workspace%#$root#g" "$root/.offline.bazelrc" > "$scratch/offline.bazelrc"
  bazel+=("--bazelrc=$scratch/offline.bazelrc")
fi

# However it ends.
finish() {
  local status=$? result=PASSED
  "${bazel[@]}" shutdown > /dev/null 2>&1 || true
  rm -rf "$scratch"
  if (( status != 0 )); then result=FAILED; fi
  echo "//tools/example:try  $result in ${SECONDS}s"
}
trap finish EXIT

if [[ "${1:-}" == --nobuild ]]; then
  "${bazel[@]}" build "$@" //...
  exit
fi
"${bazel[@]}" test "$@" --test_summary=none :driver_gate :gate_pocl_4_barrier :rows_test

# A test passes with a known failure, so that the verdicts are compared.
xml="$("${bazel[@]}" info bazel-testlogs 2> /dev/null)/gate_pocl_4_barrier/test.xml"
judged() {
  local property="//testcase[starts-with(@name, '$1/')]//property[@name='verdict']" verdict
  verdict="$(xmllint --xpath "string($property/@value)" "$xml")"
  if [[ "$verdict" != "$2" ]]; then
    echo "$1: the verdict is \"$verdict\", not \"$2\"; see $xml" >&2
    exit 1
  fi
}
# Each shard of the gate has its own report and page.
logs="$(dirname "$(dirname "$xml")")/driver_gate"
for shard in 1 2; do
  if ! grep -q ' name="barrier.gate' "$logs/shard_${shard}_of_2/test.xml"; then
    echo "driver_gate: shard $shard compared no case; see $logs" >&2
    exit 1
  fi
done
judged barrier.gate pass
judged barrier.gate_early broken
