# Sourced by the scripts that run wgsync with one driver after the other.
#
# $wgsync is the program. WGSYNC_TIER is the tier (default), WGSYNC_RUN options for `wgsync run`
# (--baseline: each case 3 times), WGSYNC_MINUTES the time for all of it.
# shellcheck shell=bash

begun=$SECONDS

# Seconds that are left; many where there is no end.
left() {
  echo $(( ${WGSYNC_MINUTES:-100000} * 60 - (SECONDS - begun) ))
}

# `with FOLDER COMMAND ARGUMENT...`: wgsync with the driver in that folder, for as long as there is
# time; 124 where it ran out. FOLDER is what fetch.sh printed, or "-" for the installed drivers. An
# interrupted run can be resumed.
with() {
  local folder="$1" command="$2" seconds status=0
  local program=("$wgsync" "$command")
  shift 2
  seconds="$(left)"
  (( seconds > 0 )) || return 124
  if [[ -x "$folder/run" ]]; then
    program=("$folder/run" "${program[@]}")
  elif [[ "$folder" != - ]]; then
    program+=(--driver-dir "$folder")
  fi
  # shellcheck disable=SC2154  # $wgsync is the caller's
  timeout --foreground --signal=INT "$seconds" "${program[@]}" "$@" || status=$?
  (( $(left) > 0 )) || status=124
  return "$status"
}

# `run_one FOLDER DEVICE RUN`: a run of one device into RUN, or the rest of one that was cut short.
# RUN.exit says that it is whole, RUN.log is what it printed. 3 where the run failed, 124 where the
# time ran out.
run_one() {
  local folder="$1" device="$2" run="$3" status=0 began=$SECONDS
  [[ ! -f "$run.exit" ]] || return 0
  if [[ -d "$run" ]]; then
    with "$folder" run --resume "$run" >> "$run.log" 2>&1 || status=$?
  else
    # shellcheck disable=SC2086  # several options
    with "$folder" run ${WGSYNC_RUN---baseline} --device "$device" \
      --tier "${WGSYNC_TIER:-default}" --out "$run" > "$run.log" 2>&1 || status=$?
  fi
  # What failed in the suite or the machine runs again.
  if (( status == 3 )) && [[ -d "$run" ]]; then
    status=0
    with "$folder" run --resume "$run" >> "$run.log" 2>&1 || status=$?
  fi
  case "$status" in
    0 | 1 | 4) echo "$status" > "$run.exit" ;;
    124) return 124 ;;
    *)
      echo "${0##*/}: $run: the run failed (exit $status): $(tail -n 1 "$run.log")" >&2
      return 3
      ;;
  esac
  echo "${0##*/}: $run: $((SECONDS - began)) s" >&2
}
