"""Binaries that clang builds with sanitizers, beside the ordinary build of the same sources.

  instrumented_objects  the objects of libraries, once for each set of sanitizers
  instrumented_binary   links such objects with more sources

No configuration of Bazel is involved, and so no transition and no second toolchain, which Bazel 4
and 7 want in different ways: an aspect collects the sources behind cc_library and cc_test targets,
and clang compiles them in groups, as one file each (tools/lint/groups.sh). The headers of
libraries, which cost the most, are then compiled a few times and not once for each file. Libraries
of the system are linked as they are.
"""

# Compiled side by side.
_PARTS = 2

_FLAGS = [
    "-std=c++17",
    "-O1",
    "-gline-tables-only",
    "-fno-omit-frame-pointer",
    "-D_GLIBCXX_ASSERTIONS",
    "-pthread",
]

# Everything else is a library of the system, also if this repository is not the main one.
_THIS = Label("//tools/build_defs:instrumented.bzl")

_Sources = provider(
    doc = "The files behind targets of this workspace, and what they are linked with.",
    fields = {
        "headers": "depset of File",
        "sources": "depset of File",
        "system": "depset of LinkerInput: libraries of other workspaces",
    },
)

_Objects = provider(
    doc = "What instrumented_objects has compiled.",
    fields = {
        "archives": "list of File; each of their members is linked",
        "compile_flags": "list of strings, for what is to be linked with them",
        "link_flags": "list of strings",
        "sources": "_Sources",
    },
)

def _collect_impl(target, ctx):
    if ctx.label.workspace_name != _THIS.workspace_name:
        system = [target[CcInfo].linking_context.linker_inputs] if CcInfo in target else []
        return [_Sources(headers = depset(), sources = depset(), system = depset(transitive = system))]
    headers = []
    sources = []
    for attr in ["srcs", "hdrs", "textual_hdrs"]:
        for src in getattr(ctx.rule.attr, attr, []):
            for file in src.files.to_list():
                if file.extension in ["h", "inc"]:
                    headers.append(file)
                elif file.extension == "cc":
                    sources.append(file)
    deps = [d[_Sources] for d in getattr(ctx.rule.attr, "deps", []) if _Sources in d]
    return [_Sources(
        headers = depset(headers, transitive = [d.headers for d in deps]),
        sources = depset(sources, transitive = [d.sources for d in deps]),
        system = depset(transitive = [d.system for d in deps]),
    )]

_collect = aspect(
    implementation = _collect_impl,
    attr_aspects = ["deps"],
)

def _merge(deps):
    infos = [d[_Sources] for d in deps]
    return _Sources(
        headers = depset(transitive = [i.headers for i in infos]),
        sources = depset(transitive = [i.sources for i in infos]),
        system = depset(transitive = [i.system for i in infos]),
    )

def _compile(ctx, merged, sources, flags):
    """One archive for each part of the sources."""
    archives = []
    for part in range(min(_PARTS, len(sources))):
        archive = ctx.actions.declare_file("%s_%d.a" % (ctx.label.name, part))
        archives.append(archive)
        args = ctx.actions.args()
        args.add(archive)
        args.add(part)
        args.add(_PARTS)
        args.add_all(sources)
        args.add_all(merged.headers)
        args.add("--")
        args.add_all(_FLAGS + flags)
        root = _THIS.workspace_root
        args.add("-iquote" + (root or "."))
        args.add("-iquote" + ctx.bin_dir.path + ("/" + root if root else ""))
        ctx.actions.run(
            outputs = [archive],
            inputs = depset(sources + [ctx.file._groups], transitive = [merged.headers]),
            executable = ctx.file._compile,
            tools = [ctx.file._groups],
            arguments = [args],
            mnemonic = "InstrumentedCompile",
            progress_message = "Compiling %s, part %d" % (ctx.label, part),
            use_default_shell_env = True,
        )
    return archives

def _objects_impl(ctx):
    merged = _merge(ctx.attr.deps)
    archives = _compile(ctx, merged, merged.sources.to_list(), ctx.attr.flags)
    return [
        DefaultInfo(files = depset(archives)),
        _Objects(
            archives = archives,
            compile_flags = ctx.attr.flags,
            link_flags = ctx.attr.link_flags,
            sources = merged,
        ),
    ]

_TOOLS = {
    "_compile": attr.label(
        default = "//tools/build_defs:instrumented_compile.sh",
        allow_single_file = True,
    ),
    "_groups": attr.label(
        default = "//tools/lint:groups.sh",
        allow_single_file = True,
    ),
}

instrumented_objects = rule(
    doc = "The sources of `deps`, and of what they depend on, compiled with `flags`.",
    implementation = _objects_impl,
    attrs = dict(
        _TOOLS,
        deps = attr.label_list(aspects = [_collect], mandatory = True),
        flags = attr.string_list(mandatory = True),
        link_flags = attr.string_list(mandatory = True),
    ),
)

def _system_flags(system):
    """Archives and flags of the system's libraries, in their order."""
    files = []
    flags = []
    for linker_input in system.to_list():
        for library in linker_input.libraries:
            file = library.pic_static_library or library.static_library
            if file:
                files.append(file)
                flags.append(file.path)
        flags.extend(linker_input.user_link_flags)
    return files, flags

def _binary_impl(ctx):
    objects = ctx.attr.objects[_Objects]
    merged = _merge(ctx.attr.deps)
    known = {f: True for f in objects.sources.sources.to_list()}
    sources = [f for f in merged.sources.to_list() if f not in known]
    archives = objects.archives + _compile(
        ctx,
        merged,
        sources,
        objects.compile_flags + ctx.attr.flags,
    )
    files, system = _system_flags(depset(
        transitive = [merged.system, objects.sources.system],
        order = "preorder",
    ))
    binary = ctx.actions.declare_file(ctx.label.name)
    args = ctx.actions.args()
    args.add_all(_FLAGS + objects.link_flags + ctx.attr.link_flags)
    args.add("-o", binary)
    args.add("-Wl,--whole-archive")
    args.add_all(archives)
    args.add("-Wl,--no-whole-archive")
    args.add("-Wl,--start-group")
    args.add_all(system)
    args.add("-Wl,--end-group")
    ctx.actions.run_shell(
        outputs = [binary],
        inputs = archives + files,
        command = "exec clang++ \"$@\"",
        arguments = [args],
        mnemonic = "InstrumentedLink",
        progress_message = "Linking %s" % ctx.label,
        use_default_shell_env = True,
    )
    return [DefaultInfo(executable = binary, files = depset([binary]))]

instrumented_binary = rule(
    doc = "Links `objects` with the sources of `deps` that are not among them, compiled alike.",
    implementation = _binary_impl,
    executable = True,
    attrs = dict(
        _TOOLS,
        deps = attr.label_list(aspects = [_collect], mandatory = True),
        flags = attr.string_list(doc = "More of them, for the sources of `deps` alone."),
        link_flags = attr.string_list(),
        objects = attr.label(providers = [_Objects], mandatory = True),
    ),
)
