"""Runs a job of GitHub or GitLab here, step by step, for ci_test.py.

It knows the part of both languages that the files here have. Any other key, action
or expression is an error, so that no step is passed over.
"""

import collections
import os
import re
import shutil
import subprocess

import yaml

# status: success, warning or failure. outputs: GitHub's, of the action. folder: the
# artifact's. ran: the texts of the commands, one for each step.
Result = collections.namedtuple("Result", "status outputs folder ran log")


def known(what, keys, allowed):
    """Every key must be one that is carried out here."""
    more = set(keys) - set(allowed)
    if more:
        raise ValueError("%s: jobs.py does not know %s" % (what, sorted(more)))


def copy(names, source, target):
    """Copies those files and folders that are there."""
    for name in names:
        there = os.path.join(source, name)
        to = os.path.join(target, name)
        if os.path.isdir(there):
            shutil.copytree(there, to, symlinks=True)
        elif os.path.exists(there):
            os.makedirs(os.path.dirname(to), exist_ok=True)
            shutil.copy2(there, to)


def given(declared, values):
    """The inputs of an action or a component, with their defaults."""
    known("inputs", values, declared)
    inputs = {}
    for name, fields in declared.items():
        known(name, fields, ["description", "required", "default"])
        if name not in values and "default" not in fields:
            raise ValueError("no input %s" % name)
        inputs[name] = values.get(name, fields.get("default"))
    return inputs


class Machine:
    """A runner's machine: a repository, and a store of caches."""

    def __init__(self, folder, repository, env):
        self.folder = folder
        self.repository = repository
        self.env = env
        self.jobs = 0
        self.caches = []  # (key, folder), the newest last

    def start(self):
        """A fresh folder of a job."""
        self.jobs += 1
        job = os.path.join(self.folder, "job%d" % self.jobs)
        os.makedirs(job)
        self.work = os.path.join(job, "work")
        self.temp = os.path.join(job, "temp")
        self.artifact = os.path.join(job, "artifact")
        os.mkdir(self.temp)
        self.ran = []
        self.log = ""

    def checkout(self):
        shutil.copytree(self.repository, self.work)

    def execute(self, text, env):
        """Returns the exit code."""
        self.ran.append(text)
        script = os.path.join(self.temp, "script%d.sh" % len(self.ran))
        with open(script, "w") as file:
            file.write(text)
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", script],
            cwd=self.work, env=dict(self.env, **env), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.log += done.stdout.decode()
        return done.returncode

    def save(self, key, names):
        folder = os.path.join(self.folder, "cache%d" % len(self.caches))
        copy(names, self.work, folder)
        if os.path.isdir(folder):
            self.caches.append((key, folder))

    def restore(self, keys, names):
        for key in keys:
            for saved, folder in reversed(self.caches):
                if saved.startswith(key):
                    return copy(names, folder, self.work)

    def result(self, status, outputs):
        return Result(status, outputs, self.artifact, self.ran, self.log)


class GitHub(Machine):
    """A workflow of one job, whose steps use one action of ours."""

    OURS = "OWNER/wgsync/tools/ci/github"

    def run(self, workflow, action, inputs):
        self.start()
        with open(action) as file:
            self.action = yaml.safe_load(file)
        with open(workflow) as file:
            document = yaml.safe_load(file)
        # YAML 1.1 reads `on` as true.
        known("workflow", document,
              ["name", True, "permissions", "concurrency", "jobs"])
        (job,) = document["jobs"].values()
        known("job", job, ["runs-on", "timeout-minutes", "steps"])
        self.inputs = inputs
        self.outputs = {}
        ok = self.steps(job["steps"], {})
        return self.result("success" if ok else "failure", self.outputs)

    def steps(self, steps, inputs):
        """Carries out steps; returns whether none failed."""
        ok = True
        facts = {"github.run_id": str(self.jobs), "github.run_attempt": "1",
                 "runner.temp": self.temp}
        facts.update(("inputs." + name, inputs[name]) for name in inputs)
        for step in steps:
            known("step", step, ["name", "id", "if", "uses", "with", "env",
                                 "run", "shell"])
            name = "steps.%s." % step.get("id")
            if not self.holds(step.get("if", "success()"), ok, facts):
                facts[name + "outcome"] = "skipped"
                continue
            if "uses" in step:
                fine = self.use(step["uses"], self.filled(step["with"], facts))
            else:
                fine = self.command(step, facts, name)
            facts[name + "outcome"] = "success" if fine else "failure"
            ok = ok and fine
        self.facts = facts
        return ok

    def command(self, step, facts, name):
        if step["shell"] != "bash" or "${{" in step["run"]:
            raise ValueError("not bash, or an input within a script")
        outputs = os.path.join(self.temp, "outputs")
        open(outputs, "w").close()
        env = dict(self.filled(step.get("env", {}), facts),
                   GITHUB_ACTIONS="true", GITHUB_OUTPUT=outputs,
                   GITHUB_STEP_SUMMARY=os.path.join(self.temp, "summary"))
        code = self.execute(step["run"], env)
        with open(outputs) as file:
            for line in file:
                key, _, value = line.rstrip("\n").partition("=")
                facts[name + "outputs." + key] = value
        return code == 0

    def filled(self, values, facts):
        """Values with their expressions replaced."""
        def fact(match):
            return facts[match.group(1)]
        return {key: re.sub(r"\$\{\{ ([\w.-]+) \}\}", fact, str(value))
                for key, value in values.items()}

    def holds(self, condition, ok, facts):
        if condition == "success()":
            return ok
        first, _, more = condition.partition(" && ")
        if first != "always()":
            raise ValueError("if: " + condition)
        if not more:
            return True
        left, equal, right = more.split(" ")
        if equal != "==":
            raise ValueError("if: " + condition)
        return facts.get(left) == right.strip("'")

    def use(self, uses, values):
        name, _, commit = uses.partition("@")
        if not re.fullmatch("[0-9a-f]{40}", commit):
            raise ValueError(uses + " is not pinned by commit")
        if name == self.OURS:
            # The example's values are places for those of a user.
            given(self.action["inputs"], values)
            known("runs", self.action["runs"], ["using", "steps"])
            ok = self.steps(self.action["runs"]["steps"],
                            given(self.action["inputs"], self.inputs))
            for output, fields in self.action["outputs"].items():
                known(output, fields, ["description", "value"])
                source = fields["value"][len("${{ "):-len(" }}")]
                self.outputs[output] = self.facts.get(source, "")
            return ok
        if name == "actions/checkout":
            known(name, values, ["persist-credentials"])
            self.checkout()
        elif name == "actions/cache/restore":
            known(name, values, ["path", "key", "restore-keys"])
            self.restore([values["key"], values["restore-keys"]],
                         values["path"].split())
        elif name == "actions/cache/save":
            known(name, values, ["path", "key"])
            self.save(values["key"], values["path"].split())
        elif name == "actions/upload-artifact":
            known(name, values, ["name", "path"])
            copy([values["path"]], self.work, self.artifact)
        else:
            raise ValueError(uses + " is not known to jobs.py")
        return True


class GitLab(Machine):
    """A component of one job."""

    def run(self, component, inputs):
        self.start()
        with open(component) as file:
            head, jobs = yaml.safe_load_all(file)
        known("head", head, ["spec"])
        known("spec", head["spec"], ["inputs"])
        inputs = given(head["spec"]["inputs"], inputs)
        for job in jobs.values():
            if any("$[[" in text for text in job["script"] + job["after_script"]):
                raise ValueError("an input within a script")
        ((name, job),) = self.filled(jobs, inputs).items()
        known("job", job, [
            "stage", "tags", "timeout", "resource_group", "variables", "cache",
            "script", "after_script", "allow_failure", "artifacts"])
        return self.job(name, job)

    def filled(self, value, inputs):
        """A value with its inputs replaced."""
        if isinstance(value, dict):
            return {self.filled(k, inputs): self.filled(v, inputs)
                    for k, v in value.items()}
        if isinstance(value, list):
            return [self.filled(v, inputs) for v in value]
        if not isinstance(value, str):
            return value
        return re.sub(r"\$\[\[ inputs\.([\w-]+) \]\]",
                      lambda match: inputs[match.group(1)], value)

    def job(self, name, job):
        cache, artifacts = job["cache"], job["artifacts"]
        known("cache", cache, ["key", "when", "paths"])
        known("artifacts", artifacts, ["when", "paths", "reports"])
        known("reports", artifacts["reports"], ["junit"])
        if {cache["when"], artifacts["when"]} != {"always"}:
            raise ValueError("cache or artifacts are not kept always")
        self.checkout()
        env = {"CI_PROJECT_DIR": self.work, "CI_JOB_NAME_SLUG": name}
        env.update((key, value.replace("$CI_PROJECT_DIR", self.work))
                   for key, value in job["variables"].items())
        key = cache["key"].replace("$CI_JOB_NAME_SLUG", name)
        self.restore([key], cache["paths"])
        # Each command in the shell of the one before.
        code = self.execute("\n".join(job["script"]), env)
        self.execute("\n".join(job["after_script"]), env)
        self.save(key, cache["paths"])
        copy(artifacts["paths"], self.work, self.artifact)
        copy([artifacts["reports"]["junit"]], self.work,
             os.path.join(self.artifact, "reports"))
        known("allow_failure", job["allow_failure"], ["exit_codes"])
        status = "failure"
        if code in (0, job["allow_failure"]["exit_codes"]):
            status = "warning" if code else "success"
        return self.result(status, {})
