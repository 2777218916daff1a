#!/bin/sh
# Starts wgsync, and as wgsync-gtest.sh its cases as GoogleTest, where an OpenCL
# loader is there, and says so where none is: the dynamic linker's own message
# would name neither the package nor the fix.
set -eu

case ${0##*/} in
  *gtest*) program=wgsync-gtest ;;
  *) program=wgsync ;;
esac

here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
# A wheel puts this file into bin/ and all others into lib/wgsync/.
if [ ! -e "$here/bin/wgsync" ]; then here=$(dirname "$here")/lib/wgsync; fi
loader=libOpenCL.so.1

# Whether one of the folders of LD_LIBRARY_PATH has it.
in_path() (
  IFS=:
  # Split at the colons on purpose.
  # shellcheck disable=SC2086
  for folder in ${LD_LIBRARY_PATH-}; do
    if [ -e "${folder:-.}/$loader" ]; then exit 0; fi
  done
  exit 1
)

# Whether the system has it: in the linker's cache, or in a folder that the linker looks into without one, as in
# a root that only unpacked packages. ldconfig's folder is not in every user's PATH.
in_system() {
  case $(PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2> /dev/null) in
    *"$loader"*) return ;;
  esac
  for folder in /lib /usr/lib /lib64 /usr/lib64 "/lib/$(uname -m)-linux-gnu" "/usr/lib/$(uname -m)-linux-gnu"; do
    if [ -e "$folder/$loader" ]; then return; fi
  done
  return 1
}

if ! in_path && ! in_system; then
  if [ ! -e "$here/lib/$loader" ]; then
    echo "$program: no $loader: install an OpenCL ICD loader (Debian, Ubuntu:" \
      "ocl-icd-libopencl1) and a driver, or put it into $here/lib" >&2
    exit 3
  fi
  # Only here, since drivers look into these folders too.
  LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$here/lib
  export LD_LIBRARY_PATH
fi
exec "$here/bin/$program" "$@"
