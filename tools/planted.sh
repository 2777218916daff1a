#!/usr/bin/env bash
# Runs the planted cases (faults, device models, broken primitives, each with a verdict that was
# written down before) and prints the score: by kind, and every wrong verdict. Arguments are passed
# on to `bazel test`; by default all, which takes hours and wants a quiet machine.
set -euo pipefail

# shellcheck source=tools/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

wgsync_setup
if (( $# == 0 )); then
  set -- //suite/proof/planted:{fault_lies_all,faults,fault_host_all}_test \
    //suite/proof/planted:{broken_rows,broken_modes,models_all,schedulers_all}_test \
    //tools:gate_planted_all_test
fi
logs="$(wgsync_bazel info bazel-testlogs 2> /dev/null)"
# What an earlier call left is no score of this one.
find "$logs/suite/proof/planted" -path '*/test.outputs/*' -type f -delete 2> /dev/null || true

status=0
wgsync_bazel test --cache_test_results=no "$@" || status=$?

# Bazel zips a test's outputs, leaves them as they are, or does both.
scores() {
  local outputs
  find "$logs/suite/proof/planted" -type d -name test.outputs | while read -r outputs; do
    if [[ -f "$outputs/score.tsv" ]]; then
      cat "$outputs/score.tsv"
    elif [[ -f "$outputs/outputs.zip" ]]; then
      unzip -p "$outputs/outputs.zip" '*score.tsv'
    fi
  done
}

# Columns: right or WRONG, kind, name, wanted, got, why.
scores | awk -F '\t' '
  {
    ++cases[$2]
    if ($1 == "right") ++rights[$2]
    else wrong[++wrongs] = $2 " " $3 ": want " $4 " (" $6 "), got " $5
  }
  END {
    for (kind in cases) {
      printf "%-40s %5d %5d\n", kind, cases[kind], rights[kind] | "sort"
      sum += cases[kind]
    }
    close("sort")
    printf "%-40s %5d %5d\n", "sum (cases, right)", sum, sum - wrongs
    for (i = 1; i <= wrongs; ++i) print "WRONG " wrong[i]
    if (sum == 0) print "no planted case was run"
    exit wrongs > 0 || sum == 0
  }' || status=1
exit "$status"
