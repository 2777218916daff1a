#!/usr/bin/env bash
# Checks that every file includes only what its room may include: tools/lint/rooms.txt.
#   tools/lint/rooms.sh           checks the source tree
#   tools/lint/rooms.sh --edges   prints which room includes which
set -euo pipefail

# shellcheck source=tools/lint/sources.sh
source "$(dirname "${BASH_SOURCE[0]}")/sources.sh"

cd "$(source_root)"
sources="$(list_sources '*.h' '*.cc')"
mapfile -t files <<< "$sources"

awk -v edges="${1:-}" '
function fail(text) { print text > "/dev/stderr"; status = 1 }
function room_of(path) {
  sub("/[^/]*$", "", path)
  while (path != "" && !(path in listed)) if (!sub("/[^/]*$", "", path)) path = ""
  return path
}
# Whether `room` may include files of `other`.
function allowed(room, other,   part, n, i, prefix) {
  if (room == other) return 1
  n = split(may[room], part, " ")
  for (i = 1; i <= n; ++i) {
    if (part[i] == other) return 1
    prefix = part[i]
    if (sub("/\\.\\.\\.$", "", prefix) && index(other "/", prefix "/") == 1) return 1
  }
  return 0
}

# The table comes first.
FILENAME == table {
  if ($0 ~ /^#/ || $0 == "") next
  if ($0 !~ /^[a-z_\/]+:/) { fail(FILENAME ":" FNR ": not a line like \"room: room room\""); next }
  room = $0
  sub(":.*", "", room)
  if (room in listed) fail(FILENAME ":" FNR ": " room " is listed twice")
  n = split($0, part, " ")
  for (i = 2; i <= n; ++i) {
    name = part[i]
    known = (name in listed)
    if (sub("/\\.\\.\\.$", "", name)) for (r in listed) if (index(r "/", name "/") == 1) known = 1
    if (!known) fail(FILENAME ":" FNR ": " part[i] " is not listed above " room "; move the line of one of them")
  }
  sub("^[^:]*:", "")
  may[room] = $0
  listed[room] = 1
  next
}
FNR == 1 {
  room = room_of(FILENAME)
  ++files
  raw = 0
  if (room == "") fail(FILENAME ": its folder is not in " table "; add a line for it")
}
/R"[A-Za-z]*\(/ { raw = 1 }  # the text of another program
/\)[A-Za-z]*"/ { raw = 0 }
!raw && room != "" && /^#include "[a-z_]+\// {
  split($0, part, "\"")
  other = room_of(part[2])
  if (other == "" || other == room) next
  if (edges != "") seen[room " includes " other] = 1
  if (!allowed(room, other)) {
    fail(FILENAME ":" FNR ": " room " may not include " part[2] " (" table ")")
  }
}
!raw && room !~ /^devices/ && /^#include [<"]CL\// {
  fail(FILENAME ":" FNR ": only devices/ includes OpenCL headers")
}
END {
  for (e in seen) print e
  if (!status && edges == "") print files " files include only what their rooms may."
  exit status
}' table=tools/lint/rooms.txt tools/lint/rooms.txt "${files[@]}"
