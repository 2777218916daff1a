#!/usr/bin/env bash
# replay.c of an export has no undefined behaviour, whatever a compiler's log has; see export_replay_test.py.
set -euo pipefail

python3 tools/golden/export_replay_test.py tools/wgsync tools/golden/runs tools/golden/fake_opencl.c
