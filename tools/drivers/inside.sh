#!/bin/sh
# Runs a program with the driver and the C library of this folder:
#
#   FOLDER/run PROGRAM ARGUMENT...
#
# tools/drivers/fetch.sh puts it there. The program sees this folder's root with the machine's
# /proc, /sys, /dev and /tmp, the working folder, and the folder that the program is in, unless
# it is in the root.
set -eu

if [ $# -eq 0 ]; then
  echo "run: which program? run PROGRAM ARGUMENT..." >&2
  exit 2
fi
root="$(cd "$(dirname "$0")" && pwd -P)/root"
program="$(command -v "$1" || true)"
if [ -z "$program" ]; then
  echo "run: no program $1; name its file" >&2
  exit 2
fi
program="$(readlink -f "$program")"
folder="$(dirname "$program")"
if [ "${program#"$root"/}" != "$program" ]; then
  # A compiler finds its files next to itself.
  program="${program#"$root"}"
  folder=/tmp
fi
shift
# The driver is the one in the root; what chooses another one outside of it would hide it.
unset OCL_ICD_VENDORS OCL_ICD_FILENAMES LD_LIBRARY_PATH

# Mounts are this process's own, and go with it. Not as root: in a user namespace.
user=""
if [ "$(id -u)" != 0 ]; then
  user="--map-root-user"
fi
# shellcheck disable=SC2016,SC2086  # the inner shell expands them; $user may be nothing
exec unshare $user --mount sh -euc '
  root="$1" work="$2" folder="$3" program="$4"
  shift 4
  for folder in /proc /sys /dev /tmp "$work" "$folder"; do
    mkdir -p "$root$folder"
    mount --rbind "$folder" "$root$folder"
  done
  exec chroot "$root" /bin/sh -c "cd \"\$1\"; shift; exec \"\$@\"" sh "$work" "$program" "$@"
' sh "$root" "$(pwd -P)" "$folder" "$program" "$@"
