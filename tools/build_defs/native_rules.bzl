"""The repositories that Bazel 4.2.3 would otherwise download, and rules_shell.

After WORKSPACE, Bazel 4 declares rules_cc, rules_java and its coverage tools as
archives on the network, unless WORKSPACE has declared those names before. The
C++, Java and shell rules themselves are part of that Bazel, so that a repository which
gives them their modern address is all it takes.
"""

_CC_RULES = [
    "cc_binary",
    "cc_import",
    "cc_library",
    "cc_proto_library",
    "cc_test",
    "cc_toolchain",
    "cc_toolchain_suite",
    "objc_library",
]

_JAVA_RULES = [
    "java_import",
    "java_runtime",
    "java_toolchain",
]

# Every test target depends on these two; only `bazel coverage` runs them.
_COVERAGE_BUILD = """
[
    sh_binary(
        name = tool,
        srcs = ["unavailable.sh"],
        visibility = ["//visibility:public"],
    )
    for tool in ["coverage_report_generator", "lcov_merger"]
]
"""

_COVERAGE_SCRIPT = """#!/bin/sh
echo "bazel coverage needs Bazel's own coverage tools, which this workspace does not have" >&2
exit 1
"""

def _inline_repository_impl(rctx):
    rctx.file("WORKSPACE", "")
    for path, content in rctx.attr.files.items():
        rctx.file(path, content)

_inline_repository = repository_rule(
    doc = "A repository whose files are given in place.",
    implementation = _inline_repository_impl,
    attrs = {"files": attr.string_dict(doc = "path -> content", mandatory = True)},
)

def _reexport(rules):
    return "".join(["%s = native.%s\n" % (rule, rule) for rule in rules])

def native_rules():
    """Declares the repositories. WORKSPACE calls it first."""
    _inline_repository(
        name = "rules_cc",
        files = {
            "cc/BUILD": "",
            "cc/defs.bzl": _reexport(_CC_RULES),
        },
    )
    _inline_repository(
        name = "rules_java",
        files = {
            "java/BUILD": "",
            "java/defs.bzl": _reexport(_JAVA_RULES),
        },
    )
    _inline_repository(
        name = "rules_shell",
        files = {
            "shell/BUILD": "",
            "shell/sh_binary.bzl": _reexport(["sh_binary"]),
            "shell/sh_test.bzl": _reexport(["sh_test"]),
        },
    )
    _inline_repository(
        name = "remote_coverage_tools",
        files = {
            "BUILD": _COVERAGE_BUILD,
            "unavailable.sh": _COVERAGE_SCRIPT,
        },
    )
