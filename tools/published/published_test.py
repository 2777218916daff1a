#!/usr/bin/env python3
"""Published results are data: the logs are whole, each case of the default tier has a result, and the
reports say what the logs have.

Runs of several builds stand side by side, since each device has its day; `matrix --current` leaves out
the results of programs that have changed since.

Usage: published_test.py WGSYNC FOLDER, where FOLDER is reports/published: runs/*.gz, matrix.md, and
measured.md, whose tables of findings name the run, the case and its verdict.
"""

import json
import pathlib
import re
import subprocess
import sys

MOST_BYTES = 8 * 1024 * 1024
errors = []


def expect(holds, text):
    if not holds:
        errors.append(text)


def output(*arguments):
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, arguments))}: exit {done.returncode}: {done.stderr}")
    return done.stdout


def verdict_text(result):
    text = result["verdict"]
    return f"{text} ({result['cause']})" if result["cause"] else text


def check_runs(wgsync, runs, matrix):
    size = sum(run.stat().st_size for run in runs)
    expect(size <= MOST_BYTES, f"the runs have {size} bytes, at most are {MOST_BYTES}")
    for run, column in zip(runs, matrix["columns"]):
        expect(column["finished"], f"{run.name}: it was cut short")
    seen = {case["case"] for case in json.loads(output(wgsync, "matrix", "--json", *runs))["cases"]}
    lines = output(wgsync, "list", "--tier", "default").split("\n")
    catalogue = {line.split()[0] for line in lines if "/" in line.split(" ")[0]}
    expect(len(catalogue) > 1000, f"`wgsync list` has {len(catalogue)} cases")
    for case in sorted(catalogue - seen)[:5]:
        errors.append(f"no run has {case}: run the default tier anew on a device")


def check_findings(runs, matrix, text):
    """Rows `| finding | run | case | verdict |`."""
    results = {case["case"]: case["results"] for case in matrix["cases"]}
    row = re.compile(r"^\| .* \| ([\w.-]+) \| `([^`]+)` \| ([^|]+) \|$", re.M)
    found = row.findall(text)
    expect(len(found) >= 10, f"measured.md: only {len(found)} findings")
    for name, case, verdict in found:
        columns = [i for i, run in enumerate(runs) if run.name.startswith(name)]
        if len(columns) != 1 or case not in results:
            errors.append(f"measured.md: {name} {case}: {len(columns)} such runs, or none has the case")
            continue
        result = results[case][columns[0]]
        came = verdict_text(result) if result else "no verdict"
        expect(came == verdict, f"measured.md: {name} {case} is {verdict}; the run has {came}")


def main():
    wgsync, folder = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    runs = sorted((folder / "runs").glob("*.gz"))
    matrix = json.loads(output(wgsync, "matrix", "--current", "--json", *runs))
    check_runs(wgsync, runs, matrix)
    check_findings(runs, matrix, (folder / "measured.md").read_text(encoding="utf-8"))
    names = [f"runs/{run.name}" for run in runs]
    made = subprocess.run([wgsync, "matrix", "--current", "--markdown", *names],
                          cwd=folder, capture_output=True, text=True, check=True).stdout
    expect(made == (folder / "matrix.md").read_text(encoding="utf-8"),
           "matrix.md is not what the runs make; tools/published/update.sh makes it anew")
    for error in errors:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
