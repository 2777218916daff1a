"""Validates all JSON of the golden files and all lines of their logs.

  schema_test.py FOLDER SCHEMAS

FOLDER has expected/ and runs/; SCHEMAS has one NAME.json for each name that
`wgsync schema` lists. Each schema is made strict first: a field that it does
not name is an error here, although readers must allow it. Then each schema is
shown to refuse: every value of the wrong type, every unknown name of an
enumeration, every missing field that is required and every field that no schema
names, each tried alone.
"""

import copy
import json
import pathlib
import sys

import jsonschema

# Documents that have no "kind", by their place.
BY_PLACE = {"runs/residency.json": "residency", "expected/residency/table.json": "residency"}
# The data of a page, which only the page itself reads.
PRIVATE = "expected/matrix/page_", "expected/diff/page"
# What is different from case to case, and is for people.
OPEN = "log:verdict.evidence", "log:again.evidence", "case.cases[].evidence"
# What no schema allows, with the reason, and the number of times that it occurs.
REFUSED = {
    "runs/bad_bytes/log.jsonl": ("has bytes that are not UTF-8", 1),
    "runs/cut/log.jsonl": ("its last line was cut off", 1),
    "runs/hostile/log.jsonl": ("a verdict has a field that no reader knows", 1),
    "runs/kinds/log.jsonl": ("a line is of a kind that no reader knows", 1),
    "runs/newer/log.jsonl": ("its schema is a later one", 1),
}


def strict(schema):
    """Refuses fields that the schema does not name."""
    if isinstance(schema, dict):
        if "properties" in schema and "additionalProperties" not in schema and "allOf" not in schema:
            schema["additionalProperties"] = False
        for key, value in schema.items():
            if key != "if":
                strict(value)
    elif isinstance(schema, list):
        for value in schema:
            strict(value)
    return schema


def strict_kinds(schema):
    """Allows only lines of a known kind."""
    if "allOf" in schema:
        kinds = [case["if"]["properties"]["kind"]["const"] for case in schema["allOf"]]
        schema["properties"]["kind"] = {"enum": kinds}
    return schema


class Checker:
    def __init__(self, schemas):
        self.errors = []
        self.checked = {name: 0 for name in schemas}
        self.refusals = 0
        self.seen = set()
        self.schemas = schemas

    def valid(self, schema, value):
        return jsonschema.Draft202012Validator(schema).is_valid(value)

    def check(self, name, value, where):
        """True if `value` is as the schema NAME describes it."""
        if name not in self.schemas:
            self.errors.append(f"{where}: no schema {name}")
            return True
        schema = self.schemas[name]
        error = jsonschema.exceptions.best_match(
            jsonschema.Draft202012Validator(schema).iter_errors(value))
        if error is None:
            self.checked[name] += 1
            self.refuses(schema, value, where, name)
            return True
        path = "/".join(str(part) for part in error.absolute_path)
        self.last = f"{where}: {path}: {error.message[:300]} (schema {name})"
        return False

    def refuses(self, schema, value, where, place):
        """Tries each fault of `value` once for each part of a schema."""
        for case in schema.get("allOf", []):
            if self.valid(case["if"], value):
                self.refuses(case["then"], value, where, f"{place}:{value['kind']}")
        if not schema and place not in OPEN:
            self.errors.append(f"{place}: its schema allows anything")
        types = schema.get("type", [])
        types = types if isinstance(types, list) else [types]
        if types or "enum" in schema or "const" in schema:
            wrong = {"is not": "a value"} if "object" not in types else ["not", "an", "object"]
            self.must_refuse(schema, wrong, f"{place}: a value of the wrong type", where)
        if "enum" in schema or "const" in schema:
            self.must_refuse(schema, "unheard of", f"{place}: an unknown name", where)
        if isinstance(value, dict) and "allOf" not in schema:
            self.refuse_object(schema, value, where, place)
        elif isinstance(value, list) and value and "items" in schema:
            for one in value:
                self.refuses(schema["items"], one, where, f"{place}[]")

    def refuse_object(self, schema, value, where, place):
        for name in schema.get("required", []):
            less = {key: one for key, one in value.items() if key != name}
            self.must_refuse(schema, less, f"{place}: no {name}", where)
        for name, part in schema.get("properties", {}).items():
            if name in value:
                self.refuses(part, value[name], where, f"{place}.{name}")
        if schema.get("additionalProperties") is False:
            more = dict(value, undocumented=1)
            self.must_refuse(schema, more, f"{place}: a field that no schema names", where)
        if "propertyNames" in schema:
            more = dict(value, undocumented=1)
            self.must_refuse(schema, more, f"{place}: an unknown name", where)

    def must_refuse(self, schema, value, fault, where):
        if fault in self.seen:
            return
        self.seen.add(fault)
        self.refusals += 1
        if self.valid(schema, value):
            self.errors.append(f"{where}: {fault} is not refused")


def documents(folder):
    """Yields the place and the value of each document."""
    for path in sorted(folder.glob("**/*.json")):
        place = str(path.relative_to(folder))
        if place.startswith(PRIVATE):
            continue
        # The program's errors and its exit code come after its document.
        text = path.read_text(encoding="utf-8").split("\n--- ")[0]
        value = json.loads(text)
        kind = BY_PLACE.get(place) or value["kind"].replace(" ", "-")
        # The golden file has one device of the list that the command prints.
        if kind == "residency" and isinstance(value, dict):
            value = [value]
        yield kind, place, value


def main():
    folder, schema_folder = map(pathlib.Path, sys.argv[1:])
    schemas = {}
    for path in sorted(schema_folder.glob("*.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        schemas[path.stem] = strict_kinds(strict(copy.deepcopy(schema)))
    checker = Checker(schemas)
    for kind, place, value in documents(folder):
        if not checker.check(kind, value, place):
            checker.errors.append(checker.last)
    refused = {}
    for path in sorted(folder.glob("runs/**/log.jsonl")):
        place = str(path.relative_to(folder))
        for number, line in enumerate(path.read_bytes().splitlines(), 1):
            where = f"{place}:{number}"
            try:
                good = checker.check("log", json.loads(line), where)
            except ValueError as error:
                good, checker.last = False, f"{where}: {error}"
            if not good:
                refused.setdefault(place, []).append(checker.last)
    for place in sorted(refused.keys() | REFUSED.keys()):
        lines = refused.get(place, [])
        if len(lines) != REFUSED.get(place, ("", 0))[1]:
            checker.errors += lines or [f"{place}: nothing is refused there any more"]
    for name, count in checker.checked.items():
        print(f"{name}: {count} valid")
        if count == 0 and name not in ("devices", "probe"):
            checker.errors.append(f"schema {name}: no golden file has it; add a row to goldens.h")
    print(f"{checker.refusals} faults tried")
    print("\n".join(checker.errors))
    return 1 if checker.errors else 0


if __name__ == "__main__":
    sys.exit(main())
