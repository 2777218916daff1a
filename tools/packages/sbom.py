"""Makes the list of what the programs are made of: SPDX 2.3, as JSON.

    sbom.py COPYRIGHT MODULE VERSION DATE OUT system|registry REPOSITORY...

REPOSITORY... are the libraries of the build. Each needs a row in CARRIED and a licence
in COPYRIGHT, or nothing is written. Versions are those of the system's packages, or
with `registry` of MODULE.bazel.
"""

import collections
import hashlib
import json
import re
import subprocess
import sys

# Repository of the build -> name in COPYRIGHT, Debian's package, Fedora's package,
# module in MODULE.bazel.
Row = collections.namedtuple("Row", "name debian fedora module")
CARRIED = {
    "chart_js": Row("Chart.js", "libjs-chart.js", None, None),
    "cli11": Row("CLI11", "libcli11-dev", "cli11-devel", "cli11"),
    "com_google_absl": Row("Abseil", "libabsl-dev", "abseil-cpp-devel",
                           "abseil-cpp"),
    "com_google_googletest": Row("GoogleTest", "libgmock-dev", "gmock-devel",
                                 "googletest"),
    "net_zlib": Row("zlib", "zlib1g-dev", "zlib-devel", "zlib"),
    "nlohmann_json": Row("nlohmann_json", "nlohmann-json3-dev", "json-devel",
                         "nlohmann_json"),
    "opencl_clhpp": Row("OpenCL C++ bindings", "opencl-clhpp-headers",
                        "opencl-headers", None),
    "opencl_headers": Row("OpenCL headers", "opencl-c-headers",
                          "opencl-headers", None),
    "openssl": Row("OpenSSL", "libssl-dev", "openssl-devel", None),
    "utfcpp": Row("UTF8-CPP", "libutfcpp-dev", "utf8cpp-devel", None),
}

# Of the system on which the programs run, and not in them: also their licences.
NEEDED = [
    (Row("OpenCL ICD loader", "ocl-icd-libopencl1", "ocl-icd", None),
     "BSD-2-Clause"),
    (Row("glibc", "libc6", "glibc", None), "LGPL-2.1-or-later"),
    (Row("libstdc++ and libgcc", "libstdc++6", "libstdc++", None),
     "GPL-3.0-or-later WITH GCC-exception-3.1"),
]
LOADER = "opencl_icd_loader"

# Debian's names of licences that SPDX names otherwise.
SPDX = {
    "BSD-3-clause": "BSD-3-Clause",
    "BSD-3-clause-Gifford": "BSD-3-Clause",
    "BSD-3-clause-Google": "BSD-3-Clause",
    "Expat": "MIT",
}


class Refused(Exception):
    """The list would be wrong; one line says why."""


def read_copyright(path):
    """Name -> (copyright, licence) of a file in Debian's format."""
    with open(path) as file:
        stanzas = file.read().split("\n\n")
    texts = {match.group(1) for match in
             (re.match(r"License: (\S+)\n .", s) for s in stanzas) if match}
    found = {}
    for stanza in stanzas:
        match = re.match(r"Files: (.*)\nCopyright: (.*)\nLicense: (\S+)$",
                         stanza.strip())
        if not match:
            continue
        name, holders, licence = match.groups()
        if licence not in texts:
            raise Refused("%s: the text of %s, the licence of %s, is missing" %
                          (path, licence, name))
        found[name] = (holders, SPDX.get(licence, licence))
    return found


def read_modules(path):
    """Name -> version of each bazel_dep."""
    with open(path) as file:
        return dict(re.findall(r'bazel_dep\(name = "(\S+)", version = "(\S+)"',
                               file.read()))


def run(*command):
    """The first line that a command prints; None if it fails."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL)
    except FileNotFoundError:
        return None
    return done.stdout.decode().split("\n")[0] if done.returncode == 0 else None


def origin(row, modules):
    """The version of a library, and its package's address (purl)."""
    if row.module in modules:
        version = modules[row.module]
        return version, "pkg:bazel/%s@%s" % (row.module, version)
    version = run("dpkg-query", "-W", "-f", "${Version}\n", row.debian)
    if version:
        return version, "pkg:deb/debian/%s@%s" % (
            row.debian, version.replace("+", "%2B").replace(":", "%3A"))
    version = row.fedora and run("rpm", "-q", "--qf", "%{VERSION}-%{RELEASE}\n",
                                 row.fedora)
    if version:
        return version, "pkg:rpm/fedora/%s@%s" % (row.fedora, version)
    return None, None


def package(name, version, address, holders, licence):
    """One package of SPDX."""
    entry = {
        "SPDXID": "SPDXRef-" + re.sub("[^A-Za-z0-9.-]+", "-", name),
        "name": name,
        "versionInfo": version or "NOASSERTION",
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": holders,
    }
    if address:
        entry["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER",
                                  "referenceType": "purl",
                                  "referenceLocator": address}]
    return entry


def document(copyright_path, modules, version, date, repositories):
    """The whole list."""
    licences = read_copyright(copyright_path)
    holders, licence = licences.pop("*")
    main_package = package("wgsync", version, None, holders, licence)
    packages = [main_package]
    kinds = ["DESCRIBES"]
    for repository in sorted(set(repositories) - {LOADER}):
        row = CARRIED.get(repository)
        if not row or row.name not in licences:
            raise Refused("%s has no %s" % (repository, "row in sbom.py" if not row
                                            else "licence in " + copyright_path))
        packages.append(package(row.name, *origin(row, modules),
                                *licences.pop(row.name)))
        kinds.append("CONTAINS")
    for name in licences:
        raise Refused("%s: %s is in no program" % (copyright_path, name))
    for row, licence in NEEDED:
        packages.append(package(row.name, *origin(row, modules), "NOASSERTION",
                                licence))
        kinds.append("DYNAMIC_LINK")
    digest = hashlib.sha256(json.dumps(packages).encode()).hexdigest()
    relationships = []
    for entry, kind in zip(packages, kinds):
        of = "SPDXRef-DOCUMENT" if entry is main_package else "SPDXRef-wgsync"
        relationships.append({"spdxElementId": of, "relationshipType": kind,
                              "relatedSpdxElement": entry["SPDXID"]})
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": "wgsync-" + version,
        "documentNamespace": "https://spdx.org/spdxdocs/wgsync-%s-%s" %
                             (version, digest[:32]),
        "creationInfo": {"created": date + "T00:00:00Z",
                         "creators": ["Tool: wgsync-sbom.py"]},
        "packages": packages,
        "relationships": relationships,
    }


def main(copyright_path, module, version, date, out, libraries, *repositories):
    """Returns the exit code."""
    modules = read_modules(module) if libraries == "registry" else {}
    try:
        made = document(copyright_path, modules, version, date, repositories)
    except Refused as error:
        print("sbom.py: %s" % error, file=sys.stderr)
        return 1
    with open(out, "w") as file:
        json.dump(made, file, indent=1)
        file.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
