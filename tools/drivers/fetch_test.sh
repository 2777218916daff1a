#!/usr/bin/env bash
# What can go wrong in fetch.sh, with a made-up pip: one line, nothing left over, and a rerun fixes
# it. Nothing is fetched. Then what .ci/run and known.sha256 trust.
set -euo pipefail

here="$PWD/tools/drivers"
tmp="$(mktemp -d "${TEST_TMPDIR:-/tmp}/fetch.XXXXXX")"
trap 'rm -rf "$tmp"' EXIT
# The script next to another table, of digests of the made-up wheels.
fetch="$tmp/script/fetch.sh"
export WGSYNC_DRIVERS="$tmp/drivers" PATH="$tmp/bin:$PATH"
mkdir -p "$tmp/bin" "$tmp/script" "$tmp/wheel/x.data/data/lib"
cp "$here/fetch.sh" "$here/inside.sh" "$tmp/script/"
echo library > "$tmp/wheel/x.data/data/lib/libintelocl.so"
echo library > "$tmp/wheel/x.data/data/lib/libintelocl.so.1"
echo settings > "$tmp/wheel/x.data/data/lib/cl.cfg"
echo loader > "$tmp/wheel/x.data/data/lib/libOpenCL.so.1"
for library in libimf.so libintlc.so.5 libirng.so libsvml.so; do
  echo "$library" > "$tmp/wheel/x.data/data/lib/$library"
done
(cd "$tmp/wheel" && zip -qr ../good.whl .)
echo more > "$tmp/wheel/more"
(cd "$tmp/wheel" && zip -qr ../other.whl .)
digest="$(sha256sum < "$tmp/good.whl" | cut -c1-64)"
other="$(sha256sum < "$tmp/other.whl" | cut -c1-64)"
{
  echo "# Of intel 2025.3.3."
  version="$(grep -oE '^loader_version=[0-9.]+' "$here/fetch.sh" | cut -d = -f 2)"
for wheel in "intel_opencl_rt-$version" "intel_cmplr_lib_rt-$version" intel_opencl_rt-2025.3.3 intel_cmplr_lib_rt-2025.3.3 tbb-2022.3.1; do
    echo "$digest  $wheel-py3-none-any.whl"
  done
} > "$tmp/script/known.sha256"

# python3 -m pip ... download ... --dest FOLDER WHAT...: does as $tmp/mode says.
cat > "$tmp/bin/python3" << 'PIP'
#!/usr/bin/env bash
here="$(dirname "$0")/.."
echo "$*" >> "$here/arguments"
cp "${PIP_CONFIG_FILE:-/dev/null}" "$here/pip.conf"
while [[ "$1" != --dest ]]; do shift; done
mkdir -p "$2"
wheel="${3//-/_}"
wheel="$2/${wheel/==/-}-py3-none-any.whl"
case "$(cat "$here/mode")" in
  good) cp "$here/good.whl" "$wheel" ;;
  other) cp "$here/other.whl" "$wheel" ;;
  renamed) cp "$here/other.whl" "${wheel/-py3/.0-py3}" ;;
  none) echo "ERROR: No matching distribution found for $3" >&2; exit 1 ;;
  full) echo "OSError: [Errno 28] No space left on device" >&2; exit 1 ;;
  half) head -c 200 "$here/good.whl" > "$wheel" ;;
  dies) echo half > "$wheel"; kill -9 "$PPID" ;;
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
  grep -vE '^fetch.sh: (fetching|the digest of .* is not pinned)' "$tmp/all" > "$tmp/err" || true
  (( status != 0 )) || fail "$mode $*: exit 0"
  [[ "$(wc -l < "$tmp/err")" == 1 ]] || fail "$mode $*: not one line: $(cat "$tmp/err")"
  grep -qF "$words" "$tmp/err" || fail "$mode $*: no '$words' in: $(cat "$tmp/err")"
  [[ -z "$(ls -A "$WGSYNC_DRIVERS" 2> /dev/null)" ]] || fail "$mode $*: something is left over"
}

expect_refused good "what is to be fetched?"
expect_refused good "what is to be fetched?" amd 1.0
expect_refused good "is no name or version" intel ../../etc
expect_refused good "which tbb goes with it" intel 2019.1
expect_refused none "No matching distribution found for intel-opencl-rt==2025.9.9" intel 2025.9.9
expect_refused full "is full; make room" intel 2025.3.3
expect_refused half "is damaged" intel 2025.2.0
expect_refused good "no libpocl in the wheel" pocl-wheel 9.9
expect_refused good "what is to be fetched?" khronos-loader 2025.3.3 2025.3.3
expect_refused none "No matching distribution found for intel-opencl-rt==2026.2.0" khronos-loader
expect_refused other "has SHA-256 $other" khronos-loader 2025.3.3

# A wheel that is not the one that was pinned, under its name or another that pip accepts.
expect_refused other "has SHA-256 $other" intel 2025.3.3
expect_refused other "has $digest; the index has another file" intel 2025.3.3
expect_refused renamed "has SHA-256 $other" intel 2025.3.3

# Killed in the middle: a rerun fixes it.
echo dies > "$tmp/mode"
"$fetch" intel 2025.3.3 > /dev/null 2>&1 && fail "killed and yet exit 0"
[[ -e "$WGSYNC_DRIVERS/intel-2025.3.3/driver.txt" ]] && fail "killed and yet there"
echo good > "$tmp/mode"
folder="$("$fetch" intel 2025.3.3 2> "$tmp/all")" || fail "a rerun does not fix it"
[[ "$(wc -l < "$tmp/all")" == 1 ]] || fail "a pinned wheel is reported: $(cat "$tmp/all")"
[[ "$(cat "$folder/vendors/intel.icd")" == "$folder/lib/libintelocl.so" ]] || fail "no ICD file"
[[ -e "$(cat "$folder/vendors/intel.icd")" ]] || fail "the ICD file names nothing"
[[ -e "$folder/lib/cl.cfg" ]] || fail "no cl.cfg"
[[ ! -e "$folder/lib/libOpenCL.so.1" ]] || fail "a loader came along"
[[ -L "$folder/lib/libintelocl.so.1" ]] || fail "equal files are kept twice"
[[ "$(ls "$WGSYNC_DRIVERS")" == intel-2025.3.3 ]] || fail "left: $(ls "$WGSYNC_DRIVERS")"

# The loader alone, with the libraries that it needs.
loader="$("$fetch" khronos-loader 2025.3.3 2> "$tmp/all")" || fail "no loader: $(cat "$tmp/all")"
[[ "$(cd "$loader/lib" && echo *)" == "libOpenCL.so.1 libimf.so libintlc.so.5 libirng.so libsvml.so" ]] ||
  fail "the loader's folder: $(ls "$loader/lib")"
[[ ! -e "$loader/vendors" ]] || fail "the loader is a driver"
rm -rf "$loader"

# It is there: nothing is asked.
echo none > "$tmp/mode"
[[ "$("$fetch" intel 2025.3.3)" == "$folder" ]] || fail "it was there and is not found"

# A version without a pinned digest is fetched, and its digest is printed.
echo good > "$tmp/mode"
status=0
"$fetch" intel 2025.9.9 > /dev/null 2> "$tmp/err" || status=$?
(( status == 0 )) || fail "an unknown version: exit $status"
grep -q "_opencl_rt-2025.9.9-py3-none-any.whl is not pinned; it has SHA-256 $digest" "$tmp/err" ||
  fail "an unknown version: $(cat "$tmp/err")"
rm -rf "$WGSYNC_DRIVERS/intel-2025.9.9"

# pip asks the index of the environment and no other.
rm -f "$tmp/arguments"
PIP_INDEX_URL=https://index.example/simple PIP_EXTRA_INDEX_URL=https://extra.example/simple \
  PIP_CONFIG_FILE="$tmp/mine.conf" "$fetch" intel 2025.9.8 > /dev/null 2>&1 ||
  fail "own index: refused"
[[ "$(grep -c -- '-m pip --isolated download' "$tmp/arguments")" == 3 ]] ||
  fail "pip is not isolated: $(cat "$tmp/arguments")"
grep -qx 'index-url = https://index.example/simple' "$tmp/pip.conf" || fail "own index: not asked"
grep -q extra.example "$tmp/pip.conf" "$tmp/arguments" && fail "an extra index is asked"
[[ "$(grep -cx 'extra-index-url =' "$tmp/pip.conf")" == 2 ]] || fail "extra indexes are not hidden"
rm -rf "$WGSYNC_DRIVERS/intel-2025.9.8"

# Without a folder of the user it does not use /tmp.
expect_untrusted() {
  local words="$1" status=0
  shift
  "$@" > "$tmp/out" 2> "$tmp/err" || status=$?
  (( status != 0 )) || fail "$*: exit 0"
  [[ ! -s "$tmp/out" ]] || fail "$*: it prints $(cat "$tmp/out")"
  [[ "$(wc -l < "$tmp/err")" == 1 ]] || fail "$*: not one line: $(cat "$tmp/err")"
  grep -qF -- "$words" "$tmp/err" || fail "$*: no '$words' in: $(cat "$tmp/err")"
}
expect_untrusted "set HOME, or WGSYNC_DRIVERS" \
  env -u HOME -u XDG_CACHE_HOME -u WGSYNC_DRIVERS "$fetch" intel 2025.3.3

# What other users can write.
for path in "$WGSYNC_DRIVERS" "$folder" "$folder/driver.txt"; do
  for bit in g o; do
    chmod "$bit+w" "$path"
    expect_untrusted "$path can be written by other users; " "$fetch" intel 2025.3.3
    expect_untrusted "chmod go-w '$path'" "$fetch" intel 2025.3.3
    chmod "$bit-w" "$path"
  done
done
# And not because of a umask.
(umask 000 && for _ in 1 2; do "$fetch" intel 2025.9.7; done > /dev/null 2>&1) ||
  fail "what it made itself is refused"
rm -rf "$WGSYNC_DRIVERS/intel-2025.9.7"

# What belongs to another user: with root's rights it can be made, and without them there is root's.
if (( EUID == 0 )) && chown 65534 "$folder/driver.txt" 2> /dev/null; then
  expect_untrusted "$folder/driver.txt belongs to another user; " "$fetch" intel 2025.3.3
  chown 0 "$folder/driver.txt"
  for path in "$WGSYNC_DRIVERS" "$folder"; do
    chown 65534 "$path"
    expect_untrusted "$path belongs to another user; " "$fetch" intel 2025.3.3
    chown 0 "$path"
  done
elif [[ ! -O /usr/lib ]]; then
  WGSYNC_DRIVERS=/usr/lib \
    expect_untrusted "/usr/lib belongs to another user; " "$fetch" intel 2025.3.3
else
  echo "skipped: there is no file of another user"
fi
[[ "$("$fetch" intel 2025.3.3)" == "$folder" ]] || fail "it was trusted and is not any more"

# A lock is neither cut nor followed, and is not there before the version is understood.
echo kept > "$tmp/file"
ln -s "$tmp/file" "$WGSYNC_DRIVERS/intel-2025.9.6.lock"
expect_untrusted "intel-2025.9.6.lock is not a regular file; remove it" "$fetch" intel 2025.9.6
rm "$WGSYNC_DRIVERS/intel-2025.9.6.lock"
ln -s "$tmp/file" "$WGSYNC_DRIVERS/intel-2019.1.lock"
expect_untrusted "which tbb goes with it" "$fetch" intel 2019.1
[[ "$(cat "$tmp/file")" == kept ]] || fail "a lock was cut through a link"
rm "$WGSYNC_DRIVERS/intel-2019.1.lock"
expect_untrusted "which tbb goes with it" "$fetch" intel 2019.1
[[ ! -e "$WGSYNC_DRIVERS/intel-2019.1.lock" ]] || fail "a version that is not understood has a lock"
echo kept > "$WGSYNC_DRIVERS/intel-2025.9.6.lock"
echo dies > "$tmp/mode"
"$fetch" intel 2025.9.6 > /dev/null 2>&1 && fail "killed and yet exit 0"
[[ "$(cat "$WGSYNC_DRIVERS/intel-2025.9.6.lock")" == kept ]] || fail "a lock was cut"

# The table: its lines, and every tbb that the script names.
lines="$(grep -v '^#' "$here/known.sha256")"
grep -vE '^[0-9a-f]{64}  [a-z_]+-[0-9][0-9a-z.]*-[a-z0-9_.]+-none-[a-z0-9_.]+\.whl$' <<< "$lines" &&
  fail "known.sha256: not lines of sha256sum"
while read -r version; do
  grep -q "  tbb-$version-" <<< "$lines" || fail "known.sha256: no tbb $version"
done < <(grep -oE 'tbb=[0-9.]+' "$here/fetch.sh" | cut -d = -f 2)
for wheel in intel_opencl_rt-2025.3.3 intel_cmplr_lib_rt-2026.2.0 pocl_binary_distribution-3.0; do
  grep -q "  $wheel-" <<< "$lines" || fail "known.sha256: no $wheel"
done

# .ci/run without a cache folder: Bazel's files are in a folder of the user below TMPDIR.
mkdir -p "$tmp/ci/.ci" "$tmp/ci/tools" "$tmp/ci/tmp"
cp .ci/run "$tmp/ci/.ci/run"
cat > "$tmp/ci/tools/test.sh" << 'BAZEL'
#!/usr/bin/env bash
echo "root $WGSYNC_OUTPUT_ROOT"
echo "//a:a  PASSED in 0.1s"
echo "//a/b:busy_test  PASSED in 0.2s"
BAZEL
mkdir -p "$tmp/ci/bazel-testlogs/a/"{a,b/busy_test}
echo "  inconclusive: a word of another line" > "$tmp/ci/bazel-testlogs/a/a/test.log"
echo "inconclusive: lock.a is unproven" > "$tmp/ci/bazel-testlogs/a/b/busy_test/test.log"
echo 'wgsync_bazel() { :; }' > "$tmp/ci/tools/setup.sh"
chmod +x "$tmp/ci/tools/test.sh"
root="$tmp/ci/tmp/wgsync-bazel-$(id -u)"
# ci_run EXIT LAST-LINE
ci_run() {
  local status=0
  env -u HOME -u XDG_CACHE_HOME -u WGSYNC_OUTPUT_ROOT TMPDIR="$tmp/ci/tmp" \
    "$tmp/ci/.ci/run" > "$tmp/out" 2>&1 || status=$?
  [[ "$status" == "$1" && "$(tail -n 1 "$tmp/out")" == "$2" ]] ||
    fail ".ci/run: exit $status: $(cat "$tmp/out")"
}
(umask 000 && ci_run 0 "1 passed, 0 failed" && exit "$failures") || failures=$((failures + 1))
grep -qx "  lock.a is unproven" "$tmp/out" && grep -q "^1 inconclusive: " "$tmp/out" ||
  fail ".ci/run: a busy machine: $(cat "$tmp/out")"
grep -qx "root $root" "$tmp/out" || fail ".ci/run: another folder: $(cat "$tmp/out")"
[[ "$(stat -c %a "$root")" == 700 ]] || fail ".ci/run: mode $(stat -c %a "$root")"
ci_run 0 "1 passed, 0 failed"
echo 'echo "//a:lost_test  FAILED in 0.3s"' >> "$tmp/ci/tools/test.sh"
echo 'exit 3' >> "$tmp/ci/tools/test.sh"
mkdir "$tmp/ci/bazel-testlogs/a/lost_test"
printf '%s\n' "noise" "cases_main.cc:1: Failure" "Failed" "1 counted case ran" > "$tmp/ci/bazel-testlogs/a/lost_test/test.log"
ci_run 3 "1 passed, 1 failed"
grep -qx "a:lost_test failed:" "$tmp/out" && grep -qx "  1 counted case ran" "$tmp/out" && ! grep -q noise "$tmp/out" ||
  fail ".ci/run: what failed: $(cat "$tmp/out")"
chmod o+w "$root"
ci_run 1 "0 passed, 1 failed"
rmdir "$root"
mkdir "$tmp/ci/elsewhere"
ln -s "$tmp/ci/elsewhere" "$root"
ci_run 1 "0 passed, 1 failed"
rm "$root"
touch "$root"
ci_run 1 "0 passed, 1 failed"
grep -qF "$root is a link, or other users own or can write it; remove it" "$tmp/out" ||
  fail ".ci/run: no reason: $(cat "$tmp/out")"
rm "$root"
if (( EUID == 0 )) && mkdir "$root" && chown 65534 "$root" 2> /dev/null; then
  ci_run 1 "0 passed, 1 failed"
fi

# FOLDER/run: a program of the root is run as the root has it, next to its own files; another one
# where it lies. What it hands to unshare is seen, not done.
mkdir -p "$tmp/in/root/opt/bin" "$tmp/unshare"
cp "$here/inside.sh" "$tmp/in/run"
cp /bin/true "$tmp/in/root/opt/bin/compiler"
ln -s opt/bin/compiler "$tmp/in/root/compiler"
printf '#!/bin/sh\nprintf "%%s\\n" "$@" | tail -n 3\n' > "$tmp/unshare/unshare"
chmod +x "$tmp/unshare/unshare"
handed() { (cd "$tmp" && PATH="$tmp/unshare:$PATH" "$tmp/in/run" "$@" | paste -sd ' '); }
[[ "$(handed "$tmp/in/root/compiler" a)" == "/tmp /opt/bin/compiler a" ]] ||
  fail "run: a program of the root is handed on as: $(handed "$tmp/in/root/compiler" a)"
[[ "$(handed "$tmp/bin/python3" a)" == "$tmp/bin $tmp/bin/python3 a" ]] ||
  fail "run: another program is handed on as: $(handed "$tmp/bin/python3" a)"

(( failures == 0 )) && echo "passed"
exit "$failures"
