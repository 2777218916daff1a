"""The libraries that wgsync uses, as the operating system's packages install them.

The build asks no network. Each library is a repository with the name and the
labels that it has upstream, so that BUILD files are the same where MODULE.bazel
takes a library from the central registry.

Bazel does not track the files of the system: after an upgrade of these packages
run `bazel sync --configure` (or `bazel clean --expunge`).
"""

_HEAD = """load("@rules_cc//cc:defs.bzl", "cc_library")

package(default_visibility = ["//visibility:public"])
"""

_LIBRARY = """
cc_library(
    name = "{name}",
    srcs = {archives},
    linkopts = {linkopts},
    deps = {deps},
)
"""

_ALIAS = """
alias(
    name = "{name}",
    actual = "//pkg_config:{module}",
)
"""

# The parts of the C library, which is never linked statically.
_LIBC = ["-ldl", "-lm", "-lpthread", "-lrt"]

# pkg-config files name each other; more than this many would be a cycle of our making.
_MAX_MODULES = 10000

def _pc_folders(rctx):
    """The folders that pkg-config reads, in its order."""
    result = rctx.execute(["pkg-config", "--variable=pc_path", "pkg-config"])
    if result.return_code != 0:
        fail("pkg-config does not run; tools/setup.sh installs it. " + result.stderr)
    path = rctx.os.environ.get("PKG_CONFIG_PATH", "") + ":" + result.stdout.strip()
    return [folder for folder in path.split(":") if folder]

def _module_names(requires):
    """The names in a Requires field, such as "a >= 1.2, b"."""
    names = []
    skip = False
    for token in requires.replace(",", " ").split(" "):
        if not token:
            continue
        operator = token[0] in "<>=!"
        if not operator and not skip:
            names.append(token)
        skip = operator
    return names

def _read_pc(rctx, folders, module):
    """What MODULE.pc says, or None where no folder has that file.

    The file is read here, not by pkg-config, which merges the libraries that a
    module needs into one list: kept apart they are linked once and in order.
    """
    for folder in folders:
        path = rctx.path(folder + "/" + module + ".pc")
        if path.exists:
            break
    if not folders or not path.exists:
        return None

    variables = {}
    fields = {}
    for line in rctx.read(path).split("\n"):
        for name, value in variables.items():
            line = line.replace("${" + name + "}", value)
        colon = line.find(":")
        equals = line.find("=")
        if equals > 0 and (colon < 0 or equals < colon):
            variables[line[:equals].strip()] = line[equals + 1:].strip()
        elif colon > 0:
            fields[line[:colon].strip()] = line[colon + 1:].strip()

    libs = fields.get("Libs", "") + " " + fields.get("Libs.private", "")
    return struct(
        libdir = variables.get("libdir", "/usr/lib"),
        libs = [token for token in libs.split(" ") if token],
        requires = _module_names(fields.get("Requires", "")) +
                   _module_names(fields.get("Requires.private", "")),
    )

def _library(rctx, folders, module, pc):
    """The cc_library of one pkg-config module."""
    archives = []
    linkopts = []
    for token in pc.libs:
        archive = "lib" + token[2:] + ".a"
        if (rctx.attr.static and token.startswith("-l") and token not in _LIBC and
            rctx.path(pc.libdir + "/" + archive).exists):
            rctx.symlink(pc.libdir + "/" + archive, "pkg_config/" + archive)
            archives.append(archive)
        elif token != "-L" + pc.libdir:
            linkopts.append(token)
    return _LIBRARY.format(
        name = module,
        archives = archives,
        linkopts = linkopts,
        deps = [":" + r for r in pc.requires if r != module and _read_pc(rctx, folders, r)],
    )

def _system_repository_impl(rctx):
    folders = _pc_folders(rctx)
    builds = {"": [_HEAD], "pkg_config": [_HEAD]}

    pending = []
    for label, source in rctx.attr.targets.items():
        package, _, name = label[2:].partition(":")
        if source.startswith("<"):
            present = rctx.path("/usr/include/" + source[1:-1]).exists
            target = "\ncc_library(name = \"%s\")\n" % name
        else:
            present = _read_pc(rctx, folders, source) != None
            target = _ALIAS.format(name = name, module = source)
            pending.append(source)
        if present:
            builds.setdefault(package, [_HEAD]).append(target)
        elif label not in rctx.attr.optional:
            fail("@%s%s: the system does not have %s; tools/setup.sh installs what is missing" %
                 (rctx.name, label, source))

    done = {}
    for _ in range(_MAX_MODULES):  # Starlark has no while.
        if not pending:
            break
        module = pending.pop()
        pc = None if module in done else _read_pc(rctx, folders, module)
        if pc:
            done[module] = True
            builds["pkg_config"].append(_library(rctx, folders, module, pc))
            pending.extend(pc.requires)

    rctx.file("WORKSPACE", "")
    for package, targets in builds.items():
        rctx.file(package + "/BUILD" if package else "BUILD", "".join(targets))

_system_repository = repository_rule(
    doc = "A repository of cc_library targets for libraries that the system has installed.",
    implementation = _system_repository_impl,
    attrs = {
        "optional": attr.string_list(
            doc = "Labels that simply do not exist where the system has no such module.",
        ),
        "static": attr.bool(
            default = True,
            doc = "Link lib*.a where the system has it.",
        ),
        "targets": attr.string_dict(
            doc = "Label -> pkg-config module, or <header> where headers are all there is.",
            mandatory = True,
        ),
    },
    configure = True,
    environ = ["PKG_CONFIG_PATH"],
    local = True,
)

def _system_files_repository_impl(rctx):
    for name, paths in rctx.attr.files.items():
        there = [path for path in paths if rctx.path(path).exists]
        if there:
            rctx.symlink(there[0], name)
        else:
            rctx.file(name, "")
    rctx.file("WORKSPACE", "")
    rctx.file("BUILD", "exports_files(%s)\n" % rctx.attr.files.keys())

_system_files_repository = repository_rule(
    doc = "A repository of files that the system may have installed; empty ones in place of the rest.",
    implementation = _system_files_repository_impl,
    attrs = {
        "files": attr.string_list_dict(
            doc = "Name -> paths in the system, the best first.",
            mandatory = True,
        ),
    },
    configure = True,
    local = True,
)

# Repository -> label -> pkg-config module of Debian, or <header>. Add a line for a label of Abseil that is
# not here yet.
_LIBRARIES = {
    "cli11": {"//:cli11": "<CLI/CLI.hpp>"},
    "com_google_absl": {
        "//absl/algorithm:container": "absl_algorithm_container",
        "//absl/functional:function_ref": "absl_function_ref",
        "//absl/status:status": "absl_status",
        "//absl/status:statusor": "absl_statusor",
        "//absl/strings:cord": "absl_cord",
        "//absl/strings:str_format": "absl_str_format",
        "//absl/strings:strings": "absl_strings",
        "//absl/time:time": "absl_time",
        "//absl/types:optional": "absl_optional",
        "//absl/types:span": "absl_span",
    },
    "com_google_googletest": {
        # GoogleMock is in both, as it is upstream.
        "//:gtest": "gmock",
        "//:gtest_main": "gmock_main",
    },
    "net_zlib": {"//:zlib": "zlib"},
    "nlohmann_json": {"//:json": "<nlohmann/json.hpp>"},
    "opencl_clhpp": {"//:opencl_clhpp": "<CL/opencl.hpp>"},
    "opencl_headers": {"//:opencl_headers": "<CL/cl.h>"},
    # The drivers are registered with the loader of the machine on which a binary runs.
    "opencl_icd_loader": {"//:opencl_icd_loader": "OpenCL"},
    "openssl": {"//:crypto": "libcrypto"},
    "utfcpp": {"//:utfcpp": "<utf8cpp/utf8.h>"},
}

# The names of all libraries, for the list of what a package is made of.
LIBRARIES = sorted(_LIBRARIES.keys() + ["chart_js"])

# Whether Abseil is not a repository of WORKSPACE: a module, of the registry or in its place.
IN_MODULES = Label("@com_google_absl//absl/strings").workspace_name != "com_google_absl"

# Bound as the system's .so, never a copy of ours.
_SHARED = ["opencl_icd_loader"]

# Later Abseils leave these to the standard library.
_OPTIONAL = ["//absl/types:optional"]

def system_deps():
    """Declares the repositories. WORKSPACE calls it, and for MODULE.bazel extension.bzl does."""
    for name, targets in _LIBRARIES.items():
        _system_repository(
            name = name,
            optional = [label for label in _OPTIONAL if label in targets],
            static = name not in _SHARED,
            targets = targets,
        )

    # A page without it has the numbers of its charts alone.
    _system_files_repository(
        name = "chart_js",
        files = {"chart.min.js": [
            "/usr/share/javascript/chart.js/chart.min.js",
            "/usr/share/nodejs/chart.js/dist/chart.min.js",
        ]},
    )

def system_aliases(repository):
    """In a module in place of a library: this package's labels are those of @installed.

    Args:
      repository: what MODULE.bazel there calls @installed, a key of _LIBRARIES.
    """
    for label in _LIBRARIES[repository]:
        package, _, name = label[2:].partition(":")
        if package == native.package_name():
            native.alias(
                name = name,
                actual = "@installed" + label,
                visibility = ["//visibility:public"],
            )
