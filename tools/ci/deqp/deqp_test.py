"""What deqp-runner reads of wgsync-gtest, by the expressions that it reads with.

  deqp_test.py list LISTED                   prints the names of tests
  deqp_test.py results OUTPUT ASKED          prints "NAME,STATUS" of each; ASKED has a name a line
  deqp_test.py suite FOLDER LISTED           checks suite.toml and the files that it names

Source of the expressions and of the fields: deqp-runner 0.18.0, src/gtest_command.rs,
src/runner_results.rs and src/lib.rs; `[[gtest]]` and `bin` from Mesa's src/amd/ci/deqp-vaapi.toml.
"""

import pathlib
import re
import sys
import tomllib

GROUP = re.compile(r"(\S*\.)")
TEST = re.compile(r"\s+(\S+)")
RUN = re.compile(r"\[\sRUN\s*\]\s(.*)")
STATUS = re.compile(r"\[\s*(\S*)\s*\]\s(\S*)")
BASELINE = re.compile("^([^,]+),([^,]+)")
STATUSES = {"OK": "Pass", "FAILED": "Fail", "SKIPPED": "Skip"}
# GoogleTest's own lines outside of a test.
FRAME = re.compile(r"\[(=+|-+|  PASSED  |  SKIPPED |  FAILED  )\] ")
FIELDS = {"bin", "baseline", "flakes", "skips", "include", "timeout", "fraction", "fraction_start", "env"}


def fail(message):
    sys.exit(f"FAIL: {message}")


def lines(path):
    return pathlib.Path(path).read_text().split("\n")[:-1]


def names(path):
    group, found = None, []
    for number, line in enumerate(lines(path), 1):
        if match := GROUP.search(line):
            group = match[1]
        elif (match := TEST.search(line)) and group:
            found.append(group + match[1])
        else:
            fail(f"{path}:{number}: neither a suite nor a test: {line!r}")
    if not found or len(set(found)) != len(found):
        fail(f"{path}: no test, or one twice")
    return found


def results(path, asked):
    running, found = None, {}
    for number, line in enumerate(lines(path), 1):
        where = f"{path}:{number}: {line!r}"
        if running is None:
            if match := RUN.search(line):
                running = match[1]
            elif STATUS.search(line) and not FRAME.match(line):
                fail(f"{where}: looks like a status")
        elif match := STATUS.search(line):
            if match[1] not in STATUSES or not line.startswith("[") or match[2] != running:
                fail(f"{where}: looks like a status of {running}")
            if running in found:
                fail(f"{where}: a second status")
            found[running] = STATUSES[match[1]]
            running = None
    if running or sorted(found) != sorted(asked):
        fail(f"{path}: without a status: {running or sorted(set(asked) - set(found))}; not asked:"
             f" {sorted(set(found) - set(asked))}")
    return found


def entries(path):
    return [line for line in lines(path) if line and not line.startswith("#")]


def check_suite(folder, listed):
    suite = tomllib.loads((folder / "suite.toml").read_text())
    if list(suite) != ["gtest"] or len(suite["gtest"]) != 1:
        fail(f"suite.toml: not one [[gtest]]: {list(suite)}")
    section = suite["gtest"][0]
    if unknown := set(section) - FIELDS:
        fail(f"suite.toml: unknown fields {unknown}")

    def file(name):
        return folder / pathlib.Path(name).name

    expected = []
    for line in entries(file(section["baseline"])):
        match = BASELINE.match(line)
        if not match or match[2] != "Fail":
            fail(f"{section['baseline']}: {line!r} is no NAME,Fail")
        expected.append({match[1]})
    for path in section["flakes"] + section["skips"]:
        expected += [{name for name in listed if re.search(line, name)} for line in entries(file(path))]
    for one in expected:
        if len(one) != 1 or not one <= set(listed):
            fail(f"not one test of smoke: {one}")
    if sum(map(len, expected)) != len(set().union(*expected)):
        fail("a test is expected twice")


def main(mode, first, second=None):
    if mode == "list":
        print("\n".join(names(first)))
    elif mode == "results":
        for name, status in sorted(results(first, lines(second)).items()):
            print(f"{name},{status}")
    else:
        check_suite(pathlib.Path(first), names(second))


main(*sys.argv[1:])
