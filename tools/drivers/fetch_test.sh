#!/usr/bin/env bash
# What can go wrong in fetch.sh, with a made-up pip: one line, nothing left behind, and a rerun
# mends it. Nothing is fetched.
set -euo pipefail

fetch="$PWD/tools/drivers/fetch.sh"
tmp="$(mktemp -d "${TEST_TMPDIR:-/tmp}/fetch.XXXXXX")"
trap 'rm -rf "$tmp"' EXIT
export WGSYNC_DRIVERS="$tmp/drivers" PATH="$tmp/bin:$PATH"
mkdir -p "$tmp/bin" "$tmp/wheel/x.data/data/lib"
echo library > "$tmp/wheel/x.data/data/lib/libintelocl.so"
echo library > "$tmp/wheel/x.data/data/lib/libintelocl.so.1"
echo settings > "$tmp/wheel/x.data/data/lib/cl.cfg"
echo loader > "$tmp/wheel/x.data/data/lib/libOpenCL.so.1"
(cd "$tmp/wheel" && zip -qr ../good.whl .)

# python3 -m pip download ... --dest FOLDER WHAT...: does as $tmp/mode says.
cat > "$tmp/bin/python3" << 'PIP'
#!/usr/bin/env bash
here="$(dirname "$0")/.."
while [[ "$1" != --dest ]]; do shift; done
mkdir -p "$2"
case "$(cat "$here/mode")" in
  good) cp "$here/good.whl" "$2/one.whl" ;;
  none) echo "ERROR: No matching distribution found for $3" >&2; exit 1 ;;
  full) echo "OSError: [Errno 28] No space left on device" >&2; exit 1 ;;
  half) head -c 200 "$here/good.whl" > "$2/one.whl" ;;
  dies) echo half > "$2/one.whl"; kill -9 "$PPID" ;;
esac
PIP
chmod +x "$tmp/bin/python3"

failures=0
fail() {
  echo "FAILED: $*" >&2
  failures=$((failures + 1))
}

# expect_refused MODE WORDS ARGUMENT...
expect_refused() {
  local mode="$1" words="$2" status=0
  shift 2
  echo "$mode" > "$tmp/mode"
  "$fetch" "$@" > "$tmp/out" 2> "$tmp/all" || status=$?
  grep -v '^fetch.sh: fetching ' "$tmp/all" > "$tmp/err" || true
  (( status != 0 )) || fail "$mode $*: exit 0"
  [[ "$(wc -l < "$tmp/err")" == 1 ]] || fail "$mode $*: not one line: $(cat "$tmp/err")"
  grep -qF "$words" "$tmp/err" || fail "$mode $*: no '$words' in: $(cat "$tmp/err")"
  [[ -z "$(ls -A "$WGSYNC_DRIVERS" 2> /dev/null)" ]] || fail "$mode $*: left something behind"
}

expect_refused good "what is to be fetched?"
expect_refused good "what is to be fetched?" amd 1.0
expect_refused good "is no name or version" intel ../../etc
expect_refused good "which tbb goes with it" intel 2019.1
expect_refused none "No matching distribution found for intel-opencl-rt==2025.9.9" intel 2025.9.9
expect_refused full "is full; make room" intel 2025.3.3
expect_refused half "is damaged" intel 2025.3.3
expect_refused good "no libpocl in the wheel" pocl-wheel 9.9

# Killed in the middle: a rerun mends it.
echo dies > "$tmp/mode"
"$fetch" intel 2025.3.3 > /dev/null 2>&1 && fail "killed and yet exit 0"
[[ -e "$WGSYNC_DRIVERS/intel-2025.3.3/driver.txt" ]] && fail "killed and yet there"
echo good > "$tmp/mode"
folder="$("$fetch" intel 2025.3.3 2> /dev/null)" || fail "a rerun does not mend it"
[[ "$(cat "$folder/vendors/intel.icd")" == "$folder/lib/libintelocl.so" ]] || fail "no ICD file"
[[ -e "$(cat "$folder/vendors/intel.icd")" ]] || fail "the ICD file names nothing"
[[ -e "$folder/lib/cl.cfg" ]] || fail "no cl.cfg"
[[ ! -e "$folder/lib/libOpenCL.so.1" ]] || fail "a loader came along"
[[ -L "$folder/lib/libintelocl.so.1" ]] || fail "equal files are kept twice"
[[ "$(ls "$WGSYNC_DRIVERS")" == intel-2025.3.3 ]] || fail "left: $(ls "$WGSYNC_DRIVERS")"

# It is there: nothing is asked.
echo none > "$tmp/mode"
[[ "$("$fetch" intel 2025.3.3)" == "$folder" ]] || fail "it was there and is not found"

(( failures == 0 )) && echo "passed"
exit "$failures"
