# shellcheck shell=bash
# Sourced by the linters: where the source tree is, and which files are ours.

# The root of the source tree. Under Bazel the working folder is the test's
# runfiles, whose WORKSPACE is a link to the real one.
source_root() {
  local root
  if [[ -n "${TEST_SRCDIR:-}" ]]; then
    root="$(dirname "$(readlink -f WORKSPACE)")"
  else
    root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)"
  fi
  if [[ ! -f "$root/tools/lint/sources.sh" ]]; then
    echo "the source tree is not at $root" >&2
    return 1
  fi
  echo "$root"
}

# Prints the files of the tree in the working folder that match one of the given
# name patterns, sorted; fails if there is none. Left out, at the top of the tree
# alone: hidden folders, Bazel's links, and what runs leave behind.
list_sources() {
  local names=() found pattern
  for pattern in "$@"; do
    names+=(-o -name "$pattern")
  done
  found="$(find . -mindepth 1 \
    \( -path './.*' -o -path './bazel-*' -o -path './wgsync-runs' \) -prune \
    -o -type f \( "${names[@]:1}" \) -printf '%P\n' | LC_ALL=C sort)"
  if [[ -z "$found" ]]; then
    echo "no file here matches: $*" >&2
    return 1
  fi
  echo "$found"
}

# The release of LLVM whose clang-format and clang-tidy count, Debian 12's. Another release formats
# differently and has other checks, so that no source satisfies both.
readonly LLVM_RELEASE=14

# Fails if the command is missing. In a test, a command of another release ends the script with exit
# code 0 and a line that names the releases. A script that is run by hand uses the command.
need_release() {
  local version
  need_command "$1" || return
  version="$("$1" --version | sed -n 's/.*version \([0-9]*\)\..*/\1/p')"
  if [[ -n "${TEST_SRCDIR:-}" && "$version" != "$LLVM_RELEASE" ]]; then
    echo "skipped: $1 is of release ${version:-unknown}; release $LLVM_RELEASE counts (Debian 12)"
    exit 0
  fi
}

# Fails with the package to install if a command is missing.
need_command() {
  if ! command -v "$1" > /dev/null; then
    echo "$1 is not installed; tools/setup.sh installs it" >&2
    return 1
  fi
}
