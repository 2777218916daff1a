#!/usr/bin/env bash
# What a worker exposes: worker.service by systemd's own measure. try.sh calls the server as a stranger.
set -euo pipefail

fail() {
  echo "exposure_test: $*" >&2
  exit 1
}

# 0 is none and 100 is all. A misspelt setting is a line of stderr, as is a table that is not there.
if command -v systemd-analyze > /dev/null; then
  said="$(systemd-analyze security --no-pager --offline=yes --threshold=39 tools/fleet/worker.service 2>&1)" ||
    fail "worker.service is exposed: $said"
  ! grep -iE 'unknown|failed to parse|ignoring' <<< "$said" || fail "worker.service has a line that systemd does not know"
else
  echo "exposure_test: no systemd-analyze here; worker.service is not measured"
fi
