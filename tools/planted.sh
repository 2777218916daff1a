#!/usr/bin/env bash
# Runs the planted cases (faults, device models, broken primitives, each with a verdict that was
# written down before) and prints the score: by kind, and every wrong verdict. Arguments are passed
# on to `bazel test`; by default all, which takes hours and wants a quiet machine.
set -euo pipefail

# shellcheck source=tools/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

wgsync_setup
if (( $# == 0 )); then
  set -- //suite/proof/planted/faults:{fault_lies_all,faults,fault_host_all,fault_dispatch_all}_test \
    //suite/proof/planted/broken:{broken_rows,broken_modes}_test \
    //suite/proof/planted/models:{models_all,schedulers_all}_test \
    //tools:gate_planted_all_test
fi
logs="$(wgsync_bazel info bazel-testlogs 2> /dev/null)"
# What an earlier call left is no score of this one.
find "$logs/suite/proof/planted" -name test.xml -delete 2> /dev/null || true

status=0
wgsync_bazel test --cache_test_results=no "$@" || status=$?

# A planted case is a property of its test (expect_verdict.h), on one line of GoogleTest's XML:
#   <property name="KIND | NAME" value="VERDICT, or WRONG: want ..."/>
find "$logs/suite/proof/planted" -name test.xml -not -path '*/expect_verdict_test/*' -exec cat {} + |
  awk -F '"' '
  /^ *<property name="[^"]* \| / {
    kind = name = $2
    sub(/ \| .*/, "", kind)
    sub(/.* \| /, "", name)
    ++cases[kind]
    if ($4 ~ /^WRONG: /) wrong[++wrongs] = kind " " name ": " substr($4, 8)
    else ++rights[kind]
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
  }' | sed "s/&lt;/</g; s/&gt;/>/g; s/&quot;/\"/g; s/&apos;/'/g; s/&amp;/\\&/g" || status=1
exit "$status"
