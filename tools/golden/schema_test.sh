#!/usr/bin/env bash
# Compares the schemas that the program prints with the files in reports/schema/, and what it
# writes with the schemas; see schema_test.py.
set -euo pipefail

# Debian's, which has python3-jsonschema (tools/setup.sh), and not another one of the path.
readonly PYTHON=/usr/bin/python3

schemas="$(mktemp -d)"
trap 'rm -rf "$schemas"' EXIT
tools/wgsync schema | while read -r name _; do
  tools/wgsync schema "$name" > "$schemas/$name.json"
done
diff -r reports/schema "$schemas"
"$PYTHON" tools/golden/schema_test.py tools/golden "$schemas"
