#!/usr/bin/env bash
# Makes reports/published/matrix/ from runs: the matrix for readers of the repository.
#   cd RUNS && PATH_TO/tools/publish.sh RUN... [options of `wgsync matrix --out`]
#
# The names of runs and files stand in what is published, so they are relative to the working folder.
# As Markdown and as a page, without the CSV and JSON of a page; a page of more than
# 5 MB is left out. The README there has the command, so that anybody with the runs can make it again.
# $WGSYNC is the program; without it, bazel-bin/tools/wgsync.
set -euo pipefail

readonly MOST_BYTES=$((5 * 1024 * 1024))

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"
wgsync="${WGSYNC:-$root/bazel-bin/tools/wgsync}"
out="$root/reports/published/matrix"

if (( $# == 0 )); then
  echo "publish: name the runs, folders that \`wgsync run\` wrote" >&2
  exit 2
fi
for word in "$@"; do
  if [[ "$word" == /* ]]; then
    echo "publish: $word: its name would be published; call this from the folder that holds it" >&2
    exit 2
  fi
done
if [[ ! -x "$wgsync" ]]; then
  echo "publish: no $wgsync; bazel build //tools:wgsync makes it" >&2
  exit 2
fi

# Made beside the old one, which stays if anything goes wrong.
new="$(mktemp -d "$root/reports/.matrix.XXXXXX")"
trap 'rm -rf "$new"' EXIT
"$wgsync" matrix "$@" --out "$new" > /dev/null
if (( $(stat --format=%s "$new/index.html") > MOST_BYTES )); then
  rm "$new/index.html"
  # shellcheck disable=SC2016  # Markdown
  page='The page has more than 5 MB and is not kept here; the command below makes it.'
else
  # shellcheck disable=SC2016  # Markdown
  page='`index.html` is the same as a page, with the evidence of each case; it needs no server and no network.'
fi
rm "$new/matrix.csv" "$new/matrix.json"
if [[ -e "$new/index.html" ]]; then
  sed -i 's/\["CSV","matrix.csv"\],\["JSON","matrix.json"\],//' "$new/index.html"
fi

{
  echo '# The matrix'
  echo
  echo "Verdicts of real drivers. [matrix.md](matrix.md) has all of them. $page"
  echo
  echo 'Made by `tools/publish.sh` from the runs that are listed at the end of `matrix.md`:'
  echo
  printf '    wgsync matrix'
  printf ' %q' "$@"
  echo ' --out matrix'
} > "$new/README.md"

chmod 755 "$new"
rm -rf "$out"
mv "$new" "$out"
trap - EXIT
echo "$out"
