#!/usr/bin/env bash
# A run that was sent is published under a separate name, and a damaged file is not.
set -euo pipefail

export WGSYNC="$PWD/$1" WGSYNC_PUBLISHED="$TEST_TMPDIR/runs"
add="$2" log="$3" run="$TEST_TMPDIR/run"

fail() {
  echo "$*" >&2
  exit 1
}

# Two lines of complaint, or another exit code than bad input, are a failure.
refuse() {
  local says="$1" code=0 text
  shift
  text="$("$add" "$@" 2>&1)" || code=$?
  [[ $code == 2 && $text == *"$says"* && $(wc -l <<< "$text") == 1 ]] || fail "$*: exit $code: $text"
}

mkdir "$run"
cp "$log" "$run/log.jsonl"
"$WGSYNC" export "$run" -o "$TEST_TMPDIR/sent.gz"

refuse 'name the files'
refuse 'not a file' "$run"
head -c 200 "$TEST_TMPDIR/sent.gz" > "$TEST_TMPDIR/cut.gz"
refuse 'cut short or damaged' "$TEST_TMPDIR/cut.gz"
[[ ! -e "$WGSYNC_PUBLISHED" ]] || fail "a file that was refused is published"

published="$("$add" "$TEST_TMPDIR/sent.gz")"
[[ $published == "$WGSYNC_PUBLISHED/"*_*_2*Z-????????.jsonl.gz ]] || fail "its name: $published"
cmp "$TEST_TMPDIR/sent.gz" "$published"
[[ $("$add" "$TEST_TMPDIR/sent.gz") == "$published" ]] || fail "the second time it is another file"
"$WGSYNC" matrix "$published" > "$TEST_TMPDIR/matrix"
"$WGSYNC" matrix "$run" | sed "s|$run|$published|" | cmp - "$TEST_TMPDIR/matrix"
