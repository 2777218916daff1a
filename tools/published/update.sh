#!/usr/bin/env bash
# Makes the reports of reports/published/ anew from the logs in runs/, which tools/published/add.sh
# puts there: matrix.md, and matrix.png, the first screen of the page. published_test fails until
# this is done.
#   tools/published/update.sh
#
# The page itself is built: `bazel build //reports/published:page`. $WGSYNC is the program; without
# it, bazel-bin/tools/wgsync. The picture takes a headless Chromium, and stays as it was without one.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)"
wgsync="$(realpath "${WGSYNC:-$root/bazel-bin/tools/wgsync}")"
if [[ ! -x "$wgsync" ]]; then
  echo "update: no $wgsync; bazel build //tools:wgsync makes it" >&2
  exit 2
fi
cd "$root/reports/published"
page="$(mktemp -d)"
trap 'rm -rf "$page"' EXIT

"$wgsync" matrix --current runs/*.gz --markdown > "$page/matrix.md"
mv "$page/matrix.md" matrix.md
echo "$PWD/matrix.md"

browser="$(command -v chromium-headless-shell || command -v chromium || true)"
if [[ -z "$browser" ]]; then
  echo "update: no headless Chromium: matrix.png stays as it was" >&2
  exit
fi
known=()
while IFS="=" read -r device file; do
  known+=(--expect "$device=$root/devices/expect/$file")
done < "$root/devices/expect/names.txt"
"$wgsync" matrix --current runs/*.gz "${known[@]}" --out "$page" > /dev/null
options=(--headless --hide-scrollbars --window-size=1280,640)
if (( EUID == 0 )); then options+=(--no-sandbox); fi
"$browser" "${options[@]}" --screenshot="$PWD/matrix.png" "file://$page/index.html" 2> /dev/null
echo "$PWD/matrix.png"
