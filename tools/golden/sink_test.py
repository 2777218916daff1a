"""Plants a hostile text in every string of a run and checks every report of it.

  sink_test.py WGSYNC RUNS

RUNS has logs. In each line of a log that the table LOGS names, every string, and
in another copy every name of a member, becomes POISON, if the log can be read
then: a verdict, an id or a digest must stay what it is. Then each report is made of that log, and no
reader of it may take a part of POISON for more than text: a terminal, a CI
system that reads the output of a job, a reader of Markdown or CSV, Jenkins'
JUnit plugin, a shell, a C compiler.
"""

import csv
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

LOGS = ("kinds", "schema3", "launches", "teams", "causes", "several/model")

POISON = (
    "=1+1 \x1b[2J\x07\x9b1m\u202e\u2066\u2028\n::error::a\n ::set-output::b ##[error]c ##vso[d] "
    "[[ATTACHMENT|/etc/passwd]] ``` ![e](http://evil/f.png) <img src=g> @all ??/\" "
    "'; touch PWNED; ' $(touch PWNED) `touch PWNED` --> */ | \\\n# h\n```\n</script>"
)
# Names of variables that a shell or the loader of programs obeys.
ENVIRONMENT = {
    "X=1; touch PWNED; Y": "z",
    "LD_PRELOAD": "/tmp/evil.so",
    "PATH": "/tmp/evil",
    "BASH_ENV": "/tmp/evil",
    "LP_NUM_THREADS": POISON,
}
# What a terminal or an editor obeys. JSON may have the C1 controls.
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
CI_COMMAND = re.compile(r"(^|\s)::[a-z]|##\[|##vso\[|##teamcity\[", re.M)

SHELLS = ("dash" if shutil.which("dash") else "sh", "bash")

errors = []


def paths_of(value, path=()):
    """The places of strings; the elements of a list have one place."""
    if isinstance(value, str):
        yield path
    elif isinstance(value, list):
        for element in value:
            yield from paths_of(element, path + (0,))
    elif isinstance(value, dict):
        for name, member in value.items():
            yield path + (name, "NAME")
            yield from paths_of(member, path + (name,))


def poisoned(value, places, path=()):
    if isinstance(value, str):
        return POISON if path in places else value
    if isinstance(value, list):
        return [poisoned(element, places, path + (0,)) for element in value]
    if isinstance(value, dict):
        return {
            POISON if path + (name, "NAME") in places else name: poisoned(member, places, path + (name,))
            for name, member in value.items()
        }
    return value


class Log:
    def __init__(self, wgsync, runs, name):
        file = runs / name / "log.jsonl"
        self.wgsync = wgsync
        self.name = name
        self.lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        self.folder = pathlib.Path(tempfile.mkdtemp()) / "run"
        self.folder.mkdir()

    def write(self, lines):
        text = "".join(json.dumps(line) + "\n" for line in lines[:-1])
        last = dict(lines[-1], digest=hashlib.sha256(text.encode()).hexdigest())
        (self.folder / "log.jsonl").write_text(text + json.dumps(last) + "\n", encoding="utf-8")

    def facts(self, lines):
        """What must be as before for the poison to have been read."""
        self.write(lines)
        shown = subprocess.run(
            [self.wgsync, "show", self.folder, "--json"], capture_output=True, text=True, check=False
        )
        if shown.returncode not in (0, 1, 4):
            return None
        return [(case["case"], case["verdict"]) for run in json.loads(shown.stdout)["runs"] for case in run["cases"]]

    def poison(self, names):
        """Poisons names of members, or strings: a member with another name hides its strings.

        Returns the number of places that are poisoned.
        """
        before = self.facts(self.lines)
        assert before, "the log cannot be read"
        kinds = {}
        for line in self.lines[:-1]:
            kinds.setdefault(line["kind"], set()).update(paths_of(line))
        accepted = {kind: set() for kind in kinds}
        for kind, places in kinds.items():
            for place in sorted((place for place in places if (place[-1] == "NAME") == names), key=str):
                tried = {**accepted, kind: accepted[kind] | {place}}
                if self.facts(self.with_poison(tried)) == before:
                    accepted = tried
        lines = self.with_poison(accepted)
        for environment in self.environments(lines[0]):
            environment.update(ENVIRONMENT)
        if self.facts(lines) != before:
            errors.append("the poisoned log cannot be read")
        return sum(len(places) for places in accepted.values())

    def with_poison(self, places):
        return [poisoned(line, places.get(line["kind"], set())) for line in self.lines]

    @staticmethod
    def environments(context):
        for profile in context.get("devices", [context]):
            fingerprint = profile.get("fingerprint")
            if isinstance(fingerprint, dict):
                yield fingerprint.setdefault("environment", {})


def check_text(name, text):
    for what, pattern in (("a control character", CONTROL), ("a command of a CI system", CI_COMMAND)):
        found = pattern.search(text)
        if found:
            at = found.start()
            errors.append(f"{name}: {what}: {text[max(0, at - 60):at + 60]!r}")


def check_json(name, text):
    def visit(value):
        if isinstance(value, str):
            check_text(name, value)
        elif isinstance(value, list):
            for element in value:
                visit(element)
        elif isinstance(value, dict):
            for member, element in value.items():
                check_text(name, member)
                visit(element)

    visit(json.loads(text))


def check_csv(name, text):
    check_text(name, text.replace("\r\n", "\n"))
    rows = list(csv.reader(io.StringIO(text, newline="")))
    for field in (field for row in rows for field in row):
        if field[:1] in ("=", "+", "-", "@") and not re.fullmatch(r"[-+]?[0-9.e+-]+", field):
            errors.append(f"{name}: a formula: {field[:80]!r}")
    if len({len(row) for row in rows}) != 1:
        errors.append(f"{name}: rows of different lengths")


def check_junit(name, text):
    check_text(name, text)
    root = xml.etree.ElementTree.fromstring(text)
    for element in root.iter():
        for marker in re.findall(r"\[\[ATTACHMENT\|(.*?)\]\]", element.text or ""):
            if not re.fullmatch(r"[A-Za-z0-9_.=/-]*evidence/[A-Za-z0-9_.=-]+|run/log\.jsonl", marker):
                errors.append(f"{name}: attaches {marker}")


def check_markdown(name, text):
    check_text(name, text)
    blocks = re.split(r"^```.*$", text, flags=re.M)
    if len(blocks) % 2 == 0:
        errors.append(f"{name}: a block of code has no end")
    # Outside of blocks and spans of code.
    prose = re.sub(r"(?<!\\)(`+)(?!`).*?(?<![\\`])\1(?!`)", "", "\n".join(blocks[::2]))
    for marker in ("](", "<img", "</script", "://", "@all"):
        if marker in prose:
            at = prose.index(marker)
            errors.append(f"{name}: {marker} is not text: {prose[max(0, at - 80):at + 40]!r}")
    if re.search(r"^#+ h$", prose, flags=re.M):
        errors.append(f"{name}: a heading of the log")
    for block in blocks[1::2]:
        check_command(name, block.strip())


def check_html(name, text):
    for marker in ("<img src=g>", "</script><", "*/ | \\\n# h\n```\n</script>"):
        if marker in text:
            errors.append(f"{name}: {marker} is not text")


def check_command(name, command):
    """Runs it with a function in place of wgsync, in a folder that must stay empty: by each shell
    into which it may be pasted. dash, the `sh` of Debian, does not know $'...'."""
    for shell in SHELLS:
        folder = tempfile.mkdtemp()
        done = subprocess.run(
            [shell, "-c", "wgsync() { env > /dev/null; }\n" + command],
            cwd=folder, env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"},
            capture_output=True, text=True, check=False,
        )
        if done.returncode != 0 or os.listdir(folder):
            errors.append(f"{name}: {shell}: exit {done.returncode}, made {os.listdir(folder)}: {command}")
        shutil.rmtree(folder)
    if re.search(r"\b(LD_[A-Z]+|PATH|BASH_ENV)=", command.split("wgsync ", 1)[0]):
        errors.append(f"{name}: sets a variable that programs obey: {command}")


def commands_in(text):
    """Of `show RUN CASE`: the lines after Reproduce."""
    return re.findall(r"^Reproduce\n  (.*)$", text, flags=re.M)


def check_export(name, text):
    check_text(name, text)
    for command in re.findall(r"^  (.*wgsync run .*)$", text, flags=re.M):
        check_command(name, command)


def check_c(name, text):
    check_text(name, text)
    if "??" in text:
        errors.append(f"{name}: a trigraph")


def report(wgsync, folder, name, arguments, checks):
    """Runs it in `folder`; checks its output, and of `checks` each file that a pattern finds."""
    done = subprocess.run(
        [wgsync, *arguments], cwd=folder, capture_output=True, text=True, check=False,
        env={"PATH": "/usr/bin:/bin", "HOME": str(folder), "OCL_ICD_VENDORS": "/nonexistent"},
    )
    if done.returncode < 0 or "internal error" in done.stderr:
        errors.append(f"{name}: exit {done.returncode}: {done.stderr[-200:]}")
    check_text(name, done.stderr)
    if "--json" in arguments and done.stdout:
        check_json(name, done.stdout)
    elif arguments[:2] == ["matrix", "--markdown"]:
        check_markdown(name, done.stdout)
    else:
        check_text(name, done.stdout)
    for pattern, check in checks.items():
        files = list(folder.glob(pattern))
        if not files:
            errors.append(f"{name}: no {pattern}: {done.stderr[-200:]}")
        for file in files:
            text = file.read_text(encoding="utf-8")
            if text:
                check(f"{name}: {file.name}", text)
            else:
                errors.append(f"{name}: {file.name} is empty: {done.stderr[-200:]}")
    return done.stdout


def check_reports(wgsync, log, runs):
    folder = log.folder.parent
    for file in ("gate.expect", "bench.json", "hostile_bench.json"):
        shutil.copy(runs / file, folder / file)
    shutil.copytree(runs / "baseline", folder / "other")
    case = next(line["case"] for line in log.lines if line["kind"] == "verdict")

    def made(name, arguments, checks=None):
        return report(wgsync, folder, name, arguments, checks or {})

    made("show", ["show", "run"])
    made("show --json", ["show", "run", "--json"])
    made("show --junit", ["show", "run", "--junit", "out.xml"], {"out.xml": check_junit})
    made("show --times", ["show", "run", "--times"])
    made("show CASES", ["show", "run", "*"])
    commands = commands_in(made("show CASE", ["show", "run", "*", "--all"]))
    if not commands:
        errors.append("show CASE: no command to paste")
    for command in commands:
        check_command("show CASE", command)
    made("show --all", ["show", "run", "--all"])
    made("can", ["can", "--run", "run", "--all"])
    made("can --json", ["can", "--run", "run", "--json"])
    made("show CASE --json", ["show", "run", "*", "--json"])
    made("matrix", ["matrix", "run", "other"])
    made("matrix --json", ["matrix", "run", "--json"])
    made("matrix --markdown", ["matrix", "--markdown", "run", "other"])
    made("matrix --out", ["matrix", "--out", "site", "run", "other"],
         {"site/*.csv": check_csv, "site/*.md": check_markdown, "site/*.html": check_html,
          "site/*.json": check_json})
    made("import", ["import", "run", "--store", "store"])
    made("power", ["device", "run", "--power"])
    if len(log.lines[0].get("devices", [0])) > 1:
        return  # What follows takes a run of one device.
    made("diff", ["diff", "other", "run"])
    made("diff --out", ["diff", "--out", "diff", "other", "run"],
         {"diff/*.csv": check_csv, "diff/*.md": check_markdown, "diff/*.html": check_html,
          "diff/*.json": check_json})
    made("gate", ["gate", "--across", "--baseline", "other", "run", "--markdown", "gate.md",
                  "--junit", "gate.xml"], {"gate.md": check_markdown, "gate.xml": check_junit})
    made("gate --json", ["gate", "--baseline", "gate.expect", "run", "--json"])
    if log.name != "several/model":  # A model's verdicts are no expectations.
        made("expect update", ["expect", "update", "run", "--file", "new.expect"], {"new.expect": check_text})
        made("expect check", ["expect", "check", "new.expect", "--run", "run"])
    made("can --bench", ["can", "--run", "run", "--bench", "hostile_bench.json", "--all"])
    made("export", ["export", "run", case, "--across", "--out", "export"],
         {"export/*.txt": check_export})
    for file in folder.glob("export/*.c"):
        check_c("export: " + file.name, file.read_text(encoding="utf-8"))


def main():
    wgsync = pathlib.Path(sys.argv[1]).resolve()
    runs = pathlib.Path(sys.argv[2]).resolve()
    for name in LOGS:
        for what, names in (("strings", False), ("names", True)):
            log = Log(wgsync, runs, name)
            before = len(errors)
            places = log.poison(names)
            check_reports(wgsync, log, runs)
            errors[before:] = [f"{name}: {error}" for error in errors[before:]]
            shutil.rmtree(log.folder.parent)
            print(f"{name}: {places} {what} have the text; {len(errors) - before} errors")
            if places < 20:
                errors.append(f"{name}: only {places} {what} could be changed")
    for error in errors:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
