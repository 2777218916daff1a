#!/usr/bin/env bash
# Fuzzes one target: first everything in its corpus, then for some seconds what libFuzzer makes of
# it. Fails where the target crashes, leaks, takes 5 s for an input, or wants 1 GiB; the input is
# then kept, as an output of the test or in a new folder under $TMPDIR, and shown.
#
#   fuzz.sh TARGET SECONDS           as a test
#   fuzz.sh TARGET SECONDS --keep    by hand, from the root of the source tree: what reaches new
#                                    code is added to the corpus
set -euo pipefail

target="$1"
seconds="$2"
if [[ -n "${TEST_SRCDIR:-}" ]]; then
  fuzz=suite/proof/instrumented/fuzz
else
  fuzz=bazel-bin/suite/proof/instrumented/fuzz
fi
corpus="suite/proof/instrumented/corpus/$target"
if [[ ! -x "$fuzz" ]]; then
  echo "no $fuzz; run: bazel build //suite/proof/instrumented:fuzz" >&2
  exit 1
fi
if ! compgen -G "$corpus/*" > /dev/null; then
  echo "$corpus is empty: nothing to begin with" >&2
  exit 1
fi

work="$(mktemp -d "${TEST_TMPDIR:-/tmp}/fuzz-XXXXXX")"
trap 'rm -rf "$work"' EXIT
mkdir "$work/corpus" "$work/found"
cp -L "$corpus"/* "$work/corpus"
export WGSYNC_FUZZ_TARGET="$target"
export ASAN_OPTIONS=allow_addr2line=1:detect_leaks=1
export UBSAN_OPTIONS=allow_addr2line=1:print_stacktrace=1
# The time-out is for endless loops. The first input takes seconds on a busy machine: it makes the plan.
options=(-timeout=100 -rss_limit_mb=1024 "-artifact_prefix=$work/found/$target-")
case "$target" in
  event | command | result | run_log | run_spec | run_store)
    options+=(-dict=suite/proof/instrumented/json.dict)
    ;;
esac

"$fuzz" "${options[@]}" -runs=0 "$work/corpus" 2> "$work/replay" || {
  cat "$work/replay" >&2
  exit 1
}
if ! "$fuzz" "${options[@]}" "-max_total_time=$seconds" -max_len=4096 -print_final_stats=1 \
  "$work/corpus" 2> "$work/log"; then
  tail -n 60 "$work/log" >&2
  kept="${TEST_UNDECLARED_OUTPUTS_DIR:-$(mktemp -d "${TMPDIR:-/tmp}/fuzz-$target-XXXXXX")}"
  find "$work/found" -type f -exec cp {} "$kept" \;
  for input in "$kept/$target-"*; do
    echo "The input, kept as $input:"
    base64 "$input"
  done >&2
  exit 1
fi
grep -E 'stat::(number_of_executed_units|peak_rss_mb)|INITED' "$work/log"
if [[ "${3:-}" == --keep ]]; then
  mkdir "$work/least"
  "$fuzz" "${options[@]}" -merge=1 "$work/least" "$corpus" "$work/corpus" 2> /dev/null
  cp "$work/least"/* "$corpus"
  echo "$corpus: $(find "$corpus" -type f | wc -l) files, $(du -sb "$corpus" | cut -f1) bytes"
fi
