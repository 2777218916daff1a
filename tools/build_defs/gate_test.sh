#!/usr/bin/env bash
# The test that wgsync_gate_test makes. Its inputs are variables of gate_test.bzl, and Bazel's.
set -euo pipefail

wgsync="$(dirname "$0")/../wgsync"
out="${TEST_UNDECLARED_OUTPUTS_DIR:-$(mktemp -d)}"
baseline="$WGSYNC_TEST_BASELINE"

gate=(--baseline "$baseline" --device "$WGSYNC_TEST_DEVICE" --out "$out/run" --markdown "$out/gate.md"
  --junit "${XML_OUTPUT_FILE:-$out/test.xml}")
if [[ "$baseline" == *.expect ]]; then
  gate+=(--tier "$WGSYNC_TEST_TIER")
fi
if [[ -n "$WGSYNC_TEST_CASES" ]]; then
  IFS=';' read -ra cases <<< "$WGSYNC_TEST_CASES"
  gate+=(--cases "${cases[@]}")
fi
if [[ -n "${WGSYNC_TEST_RULES:-}" ]]; then
  gate+=(--expect "$WGSYNC_TEST_RULES")
fi
if [[ -n "${TEST_SHARD_STATUS_FILE:-}" ]]; then
  touch "$TEST_SHARD_STATUS_FILE"
fi
if (( ${TEST_TOTAL_SHARDS:-1} > 1 )); then
  gate+=(--shard "$((TEST_SHARD_INDEX + 1))/$TEST_TOTAL_SHARDS")
fi
# The lone runs need the rest.
if [[ -n "${TEST_TIMEOUT:-}" ]]; then
  gate+=(--max-minutes "$(printf '%d.%02d' $((TEST_TIMEOUT / 120)) $((TEST_TIMEOUT % 120 * 100 / 120)))")
fi

code=0
"$wgsync" gate "${gate[@]}" || code=$?
runs=()
if [[ -d "$out/run" ]]; then runs=("$out/run"); fi
if [[ "$baseline" != *.expect ]]; then runs+=("$baseline"); fi
if (( ${#runs[@]} > 0 )); then
  "$wgsync" matrix "${runs[@]}" --out "$out/page" > /dev/null || code=$(( code ? code : 3 ))
fi
exit "$code"
