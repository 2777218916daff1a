"""Makes each system call on the files that a command writes fail, one by one.

  write_test.py WGSYNC RUNS LIBRARY [DEVICE [all]]

For each row of COMMANDS: the command writes in an empty folder, or one that has
the files of `old`. It runs once without a fault, then with the first call on a
file below that folder failing, then with the second, and so on. Each call fails
alone, as on a disk that is full for a moment, and with all calls after it, as on
a disk that is gone. LIBRARY (failing_calls.cc) makes them fail. Then each file
must be the old one or the new one, and whole; no other file may be left. The
exit code must be 3, with one line that names a path of the folder. It may be the
usual one only if all files are the new ones.

A file that is renamed must be on the disk before, and its folder must be brought
there after that. If one of the files is a link, the command must fail, and the
link and the file that it names must stay as they are.

With DEVICE, a part of a device's name, the rows are those of DEVICE_COMMANDS. A
run takes seconds: each call fails alone, and unless `all` is given, of calls of
the same kind in a row only the first one. The files of a run differ each time.
Its log grows by lines, so that the new one begins with the old one; if the exit
code is 3, its last line may be cut.
"""

import collections
import errno
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

# Names of runs are below RUNS; OUT is the folder. `old` is a command that makes
# the old files, or a file of RUNS that is copied.
Row = collections.namedtuple("Row", "command old")
COMMANDS = (
    Row("import baseline --store OUT/store", None),
    Row("import baseline --store OUT/store", "import baseline --store OUT/store"),
    Row("matrix old --out OUT/site", "matrix teams --out OUT/site"),
    Row("expect update new --file OUT/gate.expect", None),
    Row("expect update new --file OUT/gate.expect", "gate.expect"),
    Row("expect deqp kinds --out OUT/deqp", "expect deqp teams --out OUT/deqp"),
    Row("export launches groups=5 --out OUT/export", None),
    Row("show kinds --junit OUT/junit.xml", "show old --junit OUT/junit.xml"),
    Row(
        "gate --baseline baseline new --junit OUT/gate.xml --markdown OUT/gate.md",
        "gate --baseline baseline baseline --junit OUT/gate.xml --markdown OUT/gate.md",
    ),
)
CASE = "--tier full --cases barrier.kernel_boundary/poll=plain/*/work=exchange/wg=64/groups=2"
RUN = f"run --device DEVICE {CASE} --out OUT/run --junit OUT/junit.xml"
DEVICE_COMMANDS = (Row(RUN, None), Row("run --resume OUT/run", RUN + " --max-minutes 0.00001"))
ALL_PASS = -1
INFRASTRUCTURE = 3

errors = []


def complaints(stderr):
    """The lines of errors; a note is none."""
    return [line for line in stderr.splitlines()
            if line.startswith("wgsync: ") and not line.startswith("wgsync: note:")]


class Writer:
    """Runs one row's command again and again, each time in the same folder."""

    def __init__(self, program, runs, library, device, each, row, top):
        self.program, self.runs, self.library, self.row = program, runs, library, row
        self.device, self.each = device, each
        self.out, self.saved, self.note = top / "out", top / "saved", top / "note"
        self.top = top

    def run(self, command, fault=None):
        words = [str(self.out) + w[3:] if w.startswith("OUT") else w for w in command.split()]
        environment = {"LC_ALL": "C", "PATH": str(self.top), "OCL_ICD_VENDORS": str(self.top), "TMPDIR": str(self.top)}
        if self.device:
            words = [self.device if w == "DEVICE" else w for w in words]
            environment = {**os.environ, "POCL_CACHE_DIR": str(self.top / "cache")}
        return subprocess.run(
            [self.program, *words],
            cwd=self.runs,
            env={**environment, **(fault or {})},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def begin(self):
        """The folder as it is before the command."""
        shutil.rmtree(self.out, ignore_errors=True)
        if self.saved.exists():
            shutil.copytree(self.saved, self.out)
        else:
            self.out.mkdir()

    def files(self):
        return {str(p.relative_to(self.out)): p.read_bytes() for p in self.out.rglob("*") if p.is_file()}

    def make_old(self):
        self.begin()
        if self.row.old is None:
            return
        if " " in self.row.old:
            self.run(self.row.old)
        else:
            shutil.copy(self.runs / self.row.old, self.out)
        shutil.copytree(self.out, self.saved)

    def fail(self, at, on=False):
        """The calls that were made to fail first, or if `at` is ALL_PASS all calls; and how the command ended."""
        self.begin()
        self.note.unlink(missing_ok=True)
        fault = {
            "LD_PRELOAD": str(self.library),
            "FAIL_BELOW": str(self.out),
            "FAIL_AT": str(at),
            "FAIL_ERRNO": str(errno.EIO if on else errno.ENOSPC),
            "FAIL_NOTE": str(self.note),
        }
        if on:
            fault["FAIL_ON"] = "1"
        ended = self.run(self.row.command, fault)
        return self.note.read_text().split() if self.note.exists() else [], ended

    def faults(self, calls):
        """The faults of the row: which call, and whether all later ones fail too."""
        ats = range(1, len(calls) + 1)
        if not self.device:
            return [(at, on) for on in (False, True) for at in ats]
        return [(at, False) for at in ats if self.each or at == 1 or calls[at - 1] != calls[at - 2]]


def log_lines(text, cut):
    """The lines of a log, of which the last one may be cut."""
    lines = text.decode().split("\n")
    last = lines.pop()
    if last and not cut:
        raise ValueError("the last line is cut")
    return [json.loads(line) for line in lines]


def is_whole(name, text, cut):
    """Whether a file of a run can be read."""
    try:
        if name.endswith(".jsonl"):
            return log_lines(text, cut)[0]["kind"] == "context"
        if name.endswith(".xml"):
            return len(xml.etree.ElementTree.fromstring(text)) > 0  # suites of cases, or of an error
        return isinstance(json.loads(text), dict)
    except (ValueError, LookupError, xml.etree.ElementTree.ParseError):
        return False


def is_written(writer, now, new):
    """Whether all files are the new ones."""
    if not writer.device:
        return now == new
    ends = [log_lines(text, cut=False)[-1]["kind"] for name, text in now.items() if name.endswith(".jsonl")]
    return now.keys() == new.keys() and ends == ["finished"]


def check_files(writer, old, new, now, cut):
    for name in sorted(old.keys() | new.keys() | now.keys()):
        if name in old and name not in now:
            yield f"{name} is lost"
        elif writer.device and name in new.keys() & now.keys():
            if not is_whole(name, now[name], cut):
                yield f"{name} is not whole"
            if name.endswith(".jsonl") and not now[name].startswith(old.get(name, b"")):
                yield f"{name} has lost lines"
        elif now.get(name) not in (old.get(name), new.get(name)):
            yield f"{name} is neither the old file nor the new one"


def check(writer, old, new, usual, ended):
    """What is wrong after a call has failed; `usual` is the exit code without that."""
    now = writer.files()
    yield from check_files(writer, old, new, now, ended.returncode == INFRASTRUCTURE)
    if ended.returncode == INFRASTRUCTURE:
        lines = complaints(ended.stderr)
        if len(lines) != 1 or str(writer.out) not in lines[0]:
            yield "not one line that names a file"
    elif ended.returncode != usual:
        yield f"exit code {ended.returncode}"
    elif not is_written(writer, now, new):
        yield f"exit code {ended.returncode} without the new files"


def check_links(writer, names):
    """What is wrong if a file to write is a link."""
    other = writer.top / "other"
    for name in names:
        writer.begin()
        other.write_text("other")
        link = writer.out / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(other)
        ended = writer.run(writer.row.command)
        if ended.returncode in (0, 1) or not link.is_symlink() or other.read_text() != "other":
            yield f"{name} is a link: exit code {ended.returncode}"


def check_row(writer):
    writer.make_old()
    old = writer.files()
    calls, usual = writer.fail(ALL_PASS)
    new = writer.files()
    if usual.returncode not in (0, 1) or not new or complaints(usual.stderr):
        errors.append(f"{writer.row.command}: {usual.stderr}{usual.stdout}")
        return
    for fault in check_links(writer, sorted(n for n in new if new[n] != old.get(n))):
        errors.append(f"{writer.row.command}: {fault}")
    failed = collections.Counter()
    for at, on in writer.faults(calls):
        call, ended = writer.fail(at, on)
        failed.update(call)
        for fault in check(writer, old, new, usual.returncode, ended):
            errors.append(f"{writer.row.command}: {call}, call {at}{' and on' if on else ''}: {fault}\n{ended.stderr}")
    counts = ", ".join(f"{call} {count}" for call, count in sorted(failed.items()))
    print(f"{writer.row.command}, {'old files' if old else 'no files'}: {counts}")
    order = " ".join(calls)
    if order.count("write fsync close renameat fsync") != order.count("rename") or ("rename" not in order and old != new):
        errors.append(f"{writer.row.command}: a file is not brought to the disk: {order}")


def main():
    program, runs, library = (pathlib.Path(a).resolve() for a in sys.argv[1:4])
    device, each = "".join(sys.argv[4:5]), "all" in sys.argv[5:]
    for row in DEVICE_COMMANDS if device else COMMANDS:
        with tempfile.TemporaryDirectory() as top:
            check_row(Writer(program, runs, library, device, each, row, pathlib.Path(top).resolve()))
    for error in errors:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
