#!/usr/bin/env bash
# Every program of smoke compiles, and a changed one is named.
set -euo pipefail

programs="suite/proof/programs/programs.sh"
all="$TEST_TMPDIR/all" before="$TEST_TMPDIR/before" after="$TEST_TMPDIR/after"

"$programs" table suite/proof/programs/compose "$all" smoke few
if grep -L '^define .* @wgsync_case(' "$all"/*.ll | grep .; then
  echo "these have no kernel: the table would not notice a change"
  exit 1
fi

# Other comments and names of functions: the same program to a compiler.
mkdir "$before" "$after"
grep -m 2 '^barrier.counter_per_group/' "$all/LIST" > "$before/LIST"
changed="$(awk 'NR == 1 { print $NF }' "$before/LIST")"
other="$(awk 'NR == 2 { print $NF }' "$before/LIST")"
cp "$all"/{"$changed","$other"}.{cl,options} "$before"
cp "$before"/* "$after"
"$programs" compile "$before"
sed -i 's/\bwg_group_closed\b/wg_all_closed/g; s|^// .*|// Other words.|' "$after/$changed.cl"
"$programs" compile "$after"
"$programs" compare "$before" "$after"

# A counter that is added to twice is another one.
sed -i 's/wg_signal_add(c, 0u, 1u)/wg_signal_add(c, 0u, 2u)/' "$after/$changed.cl"
"$programs" compile "$after"
if "$programs" compare "$before" "$after" > "$TEST_TMPDIR/said"; then
  echo "a changed kernel was not noticed"
  exit 1
fi
cat "$TEST_TMPDIR/said"
grep -q '^differs: barrier.counter_per_group/.* relaxed/unbounded x86_64$' "$TEST_TMPDIR/said"
grep -q "diff $before/$changed.nvptx64.ll $after/$changed.nvptx64.ll" "$TEST_TMPDIR/said"

# A program that is not C names itself.
echo "not C" >> "$after/$other.cl"
if "$programs" compile "$after" 2> "$TEST_TMPDIR/said"; then
  echo "a program that does not compile was not noticed"
  exit 1
fi
grep -q "after/$other.cl:[0-9]*:[0-9]*: error" "$TEST_TMPDIR/said"
echo "programs_test: passed"
