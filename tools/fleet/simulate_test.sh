#!/usr/bin/env bash
# Tries simulate.py, and that wgsync reads what synthetic_runs.py makes.
set -euo pipefail

/usr/bin/python3 tools/fleet/simulate_test.py

runs="$(mktemp -d)"
trap 'rm -rf "$runs"' EXIT
/usr/bin/python3 tools/fleet/synthetic_runs.py --devices 6 --drivers 2 --out "$runs/made" tools/golden/runs/pocl/log.jsonl
tools/wgsync import --store "$runs/store" "$runs/made" > /dev/null
columns="$(tools/wgsync matrix "$runs/store" --json | /usr/bin/python3 -c '
import json, sys
print(len({(c["name"], c["finished"]) for c in json.load(sys.stdin)["columns"]}))')"
if [[ "$columns" != 12 ]]; then
  echo "simulate_test: 6 devices with 2 drivers are $columns columns" >&2
  exit 1
fi
