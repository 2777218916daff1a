"""A driver team's jobs, with PoCL as the driver.

    ci_test.py WHEEL ACTION EXAMPLE GITLAB
"""

import contextlib
import functools
import glob
import hashlib
import http.server
import os
import re
import shutil
import ssl
import subprocess
import sys
import threading
import zipfile

import jobs

DEVICE = "Portable Computing Language/"
# Fast, and pass there.
RIGHT = ["host_sync.finish/queue=in_order",
         "host_sync.callback_calls/call=enqueue",
         "host_sync.callback_calls/call=register"]
# Unsupported there, which takes no time: the update of a planted baseline lost it.
LOST = "host_sync.concurrent_count/without=nothing"
# What a script that holds its inputs as text would run.
HOSTILE = "\"; touch pwned; $(touch pwned) `touch pwned` '; touch pwned; '"


def check(condition, *what):
    if not condition:
        print("FAIL:", *what, file=sys.stderr)
        sys.exit(1)


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def plant(run, target):
    """A copy of a run, in which LOST had passed; its digests are right."""
    shutil.copytree(run, target)
    (log,) = glob.glob(target + "/*/log.jsonl")
    with open(log) as file:
        lines = file.readlines()
    (passed,) = [line for line in lines if RIGHT[-1] in line and "verdict" in line]
    (lost,) = [i for i, line in enumerate(lines) if LOST in line and "verdict" in line]
    lines[lost] = passed.replace(RIGHT[-1], LOST)
    before = hashlib.sha256("".join(lines[:-1]).encode()).hexdigest()
    last = re.sub('"digest":"[0-9a-f]*"', '"digest":"%s"' % before, lines[-1])
    seal = re.search('"seal":"[0-9a-f]*",', last).group(0)
    sealed = last.replace(seal, "").rstrip("\n").encode()
    lines[-1] = last.replace(
        seal, '"seal":"%s",' % hashlib.sha256(sealed).hexdigest())
    with open(log, "w") as file:
        file.writelines(lines)


class Team:
    """A repository with the wheel and two baselines, and its CI."""

    def __init__(self, wheel, files):
        self.action, self.example, self.gitlab = files
        self.folder = os.environ["TEST_TMPDIR"]
        locks = os.path.join(self.folder, "locks")
        os.mkdir(locks)
        os.chmod(locks, 0o1777)
        self.env = {"PATH": os.environ["PATH"], "HOME": self.folder,
                    "TMPDIR": self.folder, "WGSYNC_LOCK_DIR": locks}
        for name in os.environ:
            if name.startswith(("OCL_ICD", "LD_LIBRARY", "POCL_CACHE")):
                self.env[name] = os.environ[name]
        self.repository = os.path.join(self.folder, "repository")
        os.mkdir(self.repository)
        shutil.copy(wheel, self.repository)
        self.wheel = os.path.basename(wheel)
        self.sha256 = digest(wheel)
        with zipfile.ZipFile(wheel) as archive:
            (name,) = [n for n in archive.namelist()
                       if n.endswith("/lib/wgsync/bin/wgsync")]
            self.wgsync = archive.extract(name, self.folder)
        os.chmod(self.wgsync, 0o755)
        self.baseline("right", "planted")

    def call(self, *args):
        done = subprocess.run([self.wgsync, *args], env=self.env,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        check(done.returncode == 0, args, done.stdout.decode())
        return done.stdout.decode()

    def baseline(self, right, planted):
        """Makes both."""
        run = os.path.join(self.folder, right)
        self.call("run", "--device", DEVICE, "--tier", "default", "--out", run,
                  "--cases", *RIGHT, LOST)
        plant(run, os.path.join(self.folder, planted))
        for name in [right, planted]:
            source = os.path.join(self.folder, name)
            target = os.path.join(self.repository, name)
            self.call("export", source, "-o", target + ".gz")

    def inputs(self, name, **more):
        values = {"wheel": self.wheel, "sha256": self.sha256,
                  "baseline": name + ".gz", "device": DEVICE,
                  "minutes": ""}
        values.update(more)
        return values

    def machine(self, kind, name):
        return kind(os.path.join(self.folder, name), self.repository, self.env)


@contextlib.contextmanager
def served(team):
    """The address of the repository's files, on a server whose word curl takes."""
    key, known = team.folder + "/key.pem", team.folder + "/known.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
         "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out", known,
         "-days", "2", "-subj", "/CN=localhost", "-addext",
         "subjectAltName=DNS:localhost"], check=True, stderr=subprocess.DEVNULL)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(
        http.server.SimpleHTTPRequestHandler, directory=team.repository))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(known, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    team.env["CURL_CA_BUNDLE"] = known
    yield "https://localhost:%d/%s" % (server.server_address[1], team.wheel)
    server.shutdown()


def published(job, result, *, page=True):
    """Checks what each job leaves, also one that failed."""
    folder = os.path.join(job.folder, "wgsync-gate")
    with open(folder + "/verdict.txt") as file:
        verdict = file.read()
    check(verdict.startswith(result + ": "), verdict, job.log)
    check(verdict.count("\n") == 1, "not one line:", verdict)
    if page:
        check(os.path.getsize(folder + "/page/index.html"), job.log)
        with open(folder + "/gate.xml") as file:
            return verdict, file.read()
    return verdict, ""


def head(job):
    """The first line of the log of a job's run: it has the time when it began."""
    (log,) = glob.glob(job.folder + "/wgsync-gate/run/*/log.jsonl")
    with open(log) as file:
        return file.readline()


def github_jobs(team):
    runner = team.machine(jobs.GitHub, "github")

    def run(**inputs):
        return runner.run(team.example, team.action, team.inputs(**inputs))

    job = run(name="right")
    check(job.status == "success", job.log)
    _, junit = published(job, "passed")
    check("<failure" not in junit and "<error" not in junit, junit)
    check(job.outputs["result"] == "passed", job.outputs)
    check("(exit 0)" in job.outputs["verdict"], job.outputs)
    check(len(job.ran) == 3, "steps left out:", job.ran)
    with open(runner.temp + "/summary") as file:
        check(file.readline() == "## wgsync gate: passed\n", "no summary")

    job = run(name="planted")
    check(job.status == "failure", job.log)
    verdict, junit = published(job, "failed")
    check("(exit 1)" in verdict and LOST in job.log, verdict, job.log)
    check("<failure" in junit and LOST in junit, junit)
    check("::error" in job.log, "no annotation:", job.log)

    job = run(name="right", sha256="0" * 64)
    check(job.status == "failure" and len(job.ran) == 1, job.log)
    verdict, _ = published(job, "refused", page=False)
    check(not os.path.exists(runner.temp + "/wgsync-venv"), "installed")

    job = run(name="right", device=HOSTILE)
    check(job.status == "failure" and len(job.ran) == 3, job.log)
    published(job, "refused")
    check(not os.path.exists(runner.work + "/pwned"), "an input was run")


def gitlab_jobs(team):
    runner = team.machine(jobs.GitLab, "gitlab")

    def run(**inputs):
        return runner.run(team.gitlab, team.inputs(**inputs))

    job = run(name="planted")
    check(job.status == "failure" and len(job.ran) == 2, job.log)
    published(job, "failed")
    check(os.path.getsize(job.folder + "/reports/wgsync-gate/gate.xml"), "JUnit")

    with served(team) as address:
        secret = address + "?path=a/b&token=SECRET"
        job = run(name="right", wheel=secret, sha256="0" * 64)
        verdict, _ = published(job, "refused", page=False)
        check("SECRET" not in verdict + job.log, "a token is published:", job.log)
        job = run(name="right", wheel=secret, **{"new-driver": "true"})
    check(job.status == "warning", job.log)
    published(job, "inconclusive")

    # What the job before left is not this one's.
    job = run(name="gone")
    check(job.status == "failure", job.log)
    published(job, "refused", page=False)
    job = run(name="right", **{"new-driver": "True"})
    check(job.status == "failure", job.log)
    published(job, "refused")

    job = run(name="right", minutes="0.0001")
    check(job.status == "warning", job.log)
    verdict, _ = published(job, "inconclusive")
    check("the next job resumes this run" in verdict, verdict)
    begun = head(job)
    job = run(name="right")
    check(job.status == "success", job.log)
    published(job, "passed")
    check(head(job) == begun, "begun anew:", job.log)


def main(wheel, *files):
    team = Team(os.path.realpath(wheel), [os.path.realpath(f) for f in files])
    for name in [team.action, team.gitlab]:
        check(install(name) == install(team.action), name, "installs otherwise")
    github_jobs(team)
    gitlab_jobs(team)
    print("passed")


def install(path):
    """The commands that install the wheel, which both files have."""
    with open(path) as file:
        text = file.read()
    found = re.search(r'( *)url="\$\{WGSYNC_WHEEL.*?--no-index "\$file"', text, re.S)
    return re.sub("(?m)^" + found.group(1), "", found.group(0))


main(*sys.argv[1:])
