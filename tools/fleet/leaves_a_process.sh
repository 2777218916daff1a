#!/usr/bin/env bash
# Passes, and leaves a process where killing the test's process group does not find it.
set -euo pipefail
setsid sleep 3600 > /dev/null 2>&1 < /dev/null &
