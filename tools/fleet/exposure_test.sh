#!/usr/bin/env bash
# What a fleet exposes: worker.service by systemd's own measure, and fleet.sh, which refuses root.
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

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
if (( EUID == 0 )); then
  status=0
  said="$(tools/fleet/fleet.sh up "$folder/fleet" 2>&1)" || status=$?
  (( status == 2 )) || fail "root may call up: exit code $status: $said"
  grep -q -e '--as-root' <<< "$said" || fail "nothing names --as-root: $said"
  [[ ! -e "$folder/fleet" ]] || fail "it made the folder"
fi
# Where it goes on, it says first who can run programs.
status=0
said="$(WGSYNC=/bin/true PORT=1 HOME=/nonexistent XDG_CACHE_HOME=/proc/none \
  tools/fleet/fleet.sh up "$folder/fleet" --as-root 2>&1)" || status=$?
(( status != 0 )) || fail "it comes up without a cache folder"
grep -q "can run programs as $(id -un), by port 1 of loopback" <<< "$said" || fail "it does not warn: $said"
