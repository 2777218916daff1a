#!/usr/bin/env bash
# The test that wgsync_gate_test makes. Its inputs are variables of gate_test.bzl, and Bazel's.
set -euo pipefail

wgsync="$(dirname "$0")/../wgsync"
out="${TEST_UNDECLARED_OUTPUTS_DIR:-$(mktemp -d)}"
xml="${XML_OUTPUT_FILE:-$out/test.xml}"

run=(--device "$WGSYNC_TEST_DEVICE" --tier "$WGSYNC_TEST_TIER" --out "$out/run")
if [[ -n "$WGSYNC_TEST_CASES" ]]; then
  IFS=';' read -ra cases <<< "$WGSYNC_TEST_CASES"
  run+=(--cases "${cases[@]}")
fi
if [[ -n "${TEST_SHARD_STATUS_FILE:-}" ]]; then
  touch "$TEST_SHARD_STATUS_FILE"
fi
if (( ${TEST_TOTAL_SHARDS:-1} > 1 )); then
  run+=(--shard "$((TEST_SHARD_INDEX + 1))/$TEST_TOTAL_SHARDS")
fi
# The gate, and its lone runs, need the rest.
if [[ -n "${TEST_TIMEOUT:-}" ]]; then
  run+=(--max-minutes "$(printf '%d.%02d' $((TEST_TIMEOUT / 120)) $((TEST_TIMEOUT % 120 * 100 / 120)))")
fi

# 1 and 4 are about cases, which the gate judges.
code=0
"$wgsync" run "${run[@]}" || code=$?
(( code <= 1 || code == 4 )) || exit "$code"

gate=(--baseline "$WGSYNC_TEST_BASELINE" "$out/run" --subset --device "$WGSYNC_TEST_DEVICE" --out "$out/again")
if [[ -n "${WGSYNC_TEST_RULES:-}" ]]; then
  gate+=(--expect "$WGSYNC_TEST_RULES")
fi
code=0
"$wgsync" gate "${gate[@]}" --junit "$xml" --markdown "$out/gate.md" || code=$?
runs=("$out/run")
if [[ "$WGSYNC_TEST_BASELINE" != *.expect ]]; then
  runs=("$WGSYNC_TEST_BASELINE" "${runs[@]}")
fi
"$wgsync" matrix "${runs[@]}" --out "$out/page" > /dev/null || code=$(( code ? code : 3 ))
exit "$code"
