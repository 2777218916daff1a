#!/usr/bin/env bash
# The commit, for builds with --config=release. Bazel runs it in the source tree.
set -euo pipefail

if ! commit="$(git rev-parse --verify HEAD 2> /dev/null)"; then
  echo "--config=release: no git checkout here, so that the commit is not known; build without it" >&2
  exit 1
fi
if [[ -n "$(git status --porcelain)" ]]; then
  commit+=-dirty
fi
echo "STABLE_WGSYNC_COMMIT $commit"
