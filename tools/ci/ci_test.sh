#!/usr/bin/env bash
# The examples of CI configurations: linted, trusted, and run on PoCL.
#
#   ci_test.sh WGSYNC
set -euo pipefail

wgsync="$(realpath "$1")"
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
github="$(realpath "$here/github.yml")"
gitlab="$(realpath "$here/gitlab.yml")"

fail() {
  echo "FAIL: $*" >&2
  exit 1
}

yamllint --strict --config-data '{extends: default, rules: {document-start: disable, truthy: disable, comments: disable,
  line-length: {max: 160}}}' "$github" "$gitlab" || fail "yamllint"

grep -A 1 '^permissions:$' "$github" | grep -qx '  contents: read' || fail "github.yml: the token may do more than read"
grep 'uses:' "$github" | grep -vE '@[0-9a-f]{40} # v[0-9.]+$' && fail "github.yml: an action is not pinned by commit"
for file in "$github" "$gitlab"; do
  grep -q 'An uploaded log contains' "$file" || fail "$file: nothing about the contents of a log"
done

# The commands of one job, a line each: `commands FILE JOB`. Steps that install and build are left out.
commands() {
  /usr/bin/python3 - "$@" << 'END'
import sys
import yaml

document = yaml.safe_load(open(sys.argv[1]))
if "jobs" in document:
    steps = [step.get("run", "") for step in document["jobs"][sys.argv[2]]["steps"]]
else:
    steps = document[sys.argv[2]]["script"]
for step in steps:
    if "tools/setup.sh" not in step:
        print(step.strip())
END
}

export CI_PROJECT_DIR="$TEST_TMPDIR/project"
mkdir -p "$CI_PROJECT_DIR/bazel-bin/tools"
ln -s "$wgsync" "$CI_PROJECT_DIR/bazel-bin/tools/wgsync"
cd "$CI_PROJECT_DIR"
export PATH="$CI_PROJECT_DIR/bazel-bin/tools:$PATH"
export WGSYNC_DEVICE="Portable Computing Language/"
export WGSYNC_OPTIONS="--tier default --cases host_sync.finish host_sync.callback_user_event"
export WGSYNC_BASELINE="$TEST_TMPDIR/trusted"
export WGSYNC_LOCK_DIR="$TEST_TMPDIR/locks"
mkdir -m 1777 "$WGSYNC_LOCK_DIR"
export GITHUB_STEP_SUMMARY="$TEST_TMPDIR/summary"
export CI_NODE_TOTAL=2

# A job of GitLab or GitHub: each command must succeed, but for exit codes that say something of cases.
job() {
  local status=0
  commands "$@" > "$TEST_TMPDIR/job"
  bash -eu "$TEST_TMPDIR/job" || status=$?
  (( status <= 1 || status == 4 )) || fail "$1, $2: exit code $status"
}

# shellcheck disable=SC2086  # several options
wgsync run --device "$WGSYNC_DEVICE" $WGSYNC_OPTIONS --out "$WGSYNC_BASELINE" > /dev/null || (( $? <= 1 ))
for CI_NODE_INDEX in 1 2; do
  export CI_NODE_INDEX
  job "$gitlab" cases
done
job "$gitlab" pages
job "$gitlab" gate
[[ -s public/index.html ]] || fail "gitlab.yml: no page"
[[ -s gate.md ]] || fail "gitlab.yml: no gate.md"
grep -q 'ATTACHMENT|runs/2/' junit.xml || fail "gitlab.yml: attachments are not below the project's folder"
rm -rf gate gate.*
job "$github" gate
[[ -s gate.md && -s page/index.html && -s "$GITHUB_STEP_SUMMARY" ]] || fail "github.yml: a report is missing"
echo "passed"
