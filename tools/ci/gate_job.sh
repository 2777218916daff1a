#!/bin/sh
# The gate as a job of a CI, for tools/ci. The wheel installs it as wgsync-gate-job, next to wgsync.
#
#   wgsync-gate-job run      judges the driver; the exit code is that of `wgsync gate`
#   wgsync-gate-job report   publishes what there is, also after a `run` that was ended from outside
#
# Their inputs are variables:
#   WGSYNC_BASELINE    the run of the trusted driver
#   WGSYNC_DEVICE      as --device
#   WGSYNC_MINUTES     as --max-minutes; empty: no limit
#   WGSYNC_NEW_DRIVER  true: inconclusive if the driver is the baseline's
#
# All files are in ./wgsync-gate. If its `run` is an unfinished run, and `question` names this program, baseline and
# device, that run is resumed; these two are what a CI keeps for the next job. `report` writes the page, verdict.txt, and
# gate.xml if the gate did not; on GitHub also the step's summary, and the outputs `result` and `verdict`.
set -eu

job='wgsync-gate'
wgsync=$(dirname "$(readlink -f "$0")")/wgsync

# Which question the run in $job answers.
question() {
  printf '%s\n' "$WGSYNC_DEVICE"
  find "$WGSYNC_BASELINE" -type f -exec sha256sum {} +
  "$wgsync" --version
}

# Whether $job/run is a run whose log has no last line "finished".
unfinished() {
  for log in "$job"/run/*/log.jsonl; do
    [ -e "$log" ] || return 1
    tail -n 1 "$log" | grep -q '"kind":"finished"' || return 0
  done
  return 1
}

# `gate OPTION...`; $code is its exit code. No option of the shell brings that through a pipe.
gate() {
  set -- gate --baseline "$WGSYNC_BASELINE" "$@" --wait 600 --junit "$job/gate.xml" --markdown "$job/gate.md"
  [ -z "${WGSYNC_MINUTES:-}" ] || set -- "$@" --max-minutes "$WGSYNC_MINUTES"
  [ "${WGSYNC_NEW_DRIVER:-}" != true ] || set -- "$@" --new-driver
  rm -f "$job/code"
  {
    code=0
    "$wgsync" "$@" 2>&1 || code=$?
    echo "$code" > "$job/code"
  } | tee "$job/gate.txt"
  code=$(cat "$job/code")
}

# `refuse WHY`: no question that can be answered.
refuse() {
  echo "gate: $*" | tee "$job/gate.txt" >&2
  echo 2 > "$job/code"
  exit 2
}

run() {
  mkdir -p "$job"
  # Nothing of an earlier job is published as this one's.
  rm -f "$job"/code "$job"/gate.* "$job"/verdict.txt
  [ -r "$WGSYNC_BASELINE" ] || refuse "$WGSYNC_BASELINE is not there; wgsync baseline make writes it"
  case ${WGSYNC_NEW_DRIVER:-false} in
    true | false) ;;
    *) refuse "new-driver is $WGSYNC_NEW_DRIVER; it is true or false" ;;
  esac
  new=$(question)
  code=2
  if [ "$new" = "$(cat "$job/question" 2> /dev/null)" ] && unfinished; then
    gate --resume "$job/run"
    # Refused: such as a run of a driver that is no longer there.
  fi
  if [ "$code" = 2 ]; then
    rm -rf "$job"
    mkdir "$job"
    printf '%s\n' "$new" > "$job/question"
    gate --device "$WGSYNC_DEVICE" --out "$job/run"
  fi
  exit "$code"
}

report() {
  mkdir -p "$job"
  code=$(cat "$job/code" 2> /dev/null) || code=
  verdict=$(grep '^gate: ' "$job/gate.txt" 2> /dev/null | tail -n 1) || verdict=
  case $code in
    0) result=passed ;;
    1) result=failed ;;
    2) result=refused ;;
    4 | '') result=inconclusive ;;
    *) result=infrastructure ;;
  esac
  if [ -z "$verdict" ]; then
    verdict='the gate came to no verdict: see the output of the job'
  fi
  if unfinished; then
    verdict="$verdict; the next job resumes this run"
  fi
  printf '%s: %s\n' "$result" "$verdict" | tee "$job/verdict.txt"

  set -- "$WGSYNC_BASELINE"
  [ ! -e "$job/run" ] || set -- "$@" "$job/run"
  "$wgsync" matrix "$@" --out "$job/page" > /dev/null || echo "wgsync-gate-job: no page of these runs" >&2
  if [ ! -s "$job/gate.xml" ]; then
    printf '%s' '<testsuites><testsuite name="wgsync gate" tests="1" errors="1"><testcase name="gate">' \
      "<error message=\"$result: the gate came to no verdict\"/></testcase></testsuite></testsuites>" > "$job/gate.xml"
  fi
  if [ -n "${GITHUB_OUTPUT:-}" ]; then
    printf 'result=%s\nverdict=%s\n' "$result" "$verdict" >> "$GITHUB_OUTPUT"
  fi
  if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    {
      printf '## wgsync gate: %s\n\n' "$result"
      cat "$job/gate.md" 2> /dev/null || true
    } >> "$GITHUB_STEP_SUMMARY"
  fi
  if [ "${GITHUB_ACTIONS:-}" = true ] && [ "$result" = inconclusive ]; then
    echo '::warning title=wgsync gate is inconclusive::Too little was proven; verdict.txt has the verdict so far.'
  fi
}

case ${1:-} in
  run | report) "$1" ;;
  *)
    echo "wgsync-gate-job: it takes one word, run or report" >&2
    exit 2
    ;;
esac
