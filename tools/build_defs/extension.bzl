"""system_deps() as a module extension.

Only MODULE.bazel loads this file: Bazel 4 does not know module_extension.
"""

load(":system_deps.bzl", "system_deps")

def _system_impl(_module_ctx):
    system_deps()

system = module_extension(implementation = _system_impl)
