"""cl_embed, text_embed: files of text as constants of a C++ library.

Embedded, since data files would tie a binary to Bazel's runfiles, and since the
bundle is copied to machines without Bazel.
"""

load("@rules_cc//cc:defs.bzl", "cc_library")

_HEADER = """\
// Written by tools/build_defs/embed.bzl for //{package}:{target}.
#ifndef WGSYNC_{guard}_H_
#define WGSYNC_{guard}_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace wgsync {{

#ifndef WGSYNC_EMBEDDED_FILE
#define WGSYNC_EMBEDDED_FILE
// One file as it was when this program was built. The strings are constants,
// valid for the life of the process.
struct EmbeddedFile {{
  const char* path;  // below {package}/, for example "{example}"
  const char* text;
}};
#endif  // WGSYNC_EMBEDDED_FILE

// All files, sorted by path.
absl::Span<const EmbeddedFile> {noun}Files();

// The file with this path, or nullptr if there is none.
const EmbeddedFile* Find{noun}File(absl::string_view path);

}}  // namespace wgsync

#endif  // WGSYNC_{guard}_H_
"""

_SOURCE_HEAD = """\
#include "{header}"

namespace wgsync {{
namespace {{

constexpr EmbeddedFile kFiles[] = {{
"""

_SOURCE_TAIL = """\
}};

}}  // namespace

absl::Span<const EmbeddedFile> {noun}Files() {{ return kFiles; }}

const EmbeddedFile* Find{noun}File(absl::string_view path) {{
  for (const EmbeddedFile& file : kFiles) {{
    if (path == file.path) return &file;
  }}
  return nullptr;
}}

}}  // namespace wgsync
"""

# Arguments: the output, the text before and after the table, then path and file of each row.
_WRITE_SOURCE = """\
set -eu
out=$1 head=$2 tail=$3
shift 3
{
  printf '%s' "$head"
  while [ $# -gt 0 ]; do
    if grep -qF ')wgsync"' "$2"; then
      echo "$2 holds the end mark of the raw string that it is put in: )wgsync\\"" >&2
      exit 1
    fi
    printf '    {"%s", R"wgsync(' "$1"
    cat "$2"
    printf ')wgsync"},\\n'
    shift 2
  done
  printf '%s' "$tail"
} > "$out"
"""

def _path_in_repository(file):
    # In other repositories than the main one it begins with "../REPOSITORY/".
    path = file.short_path
    return path.split("/", 2)[2] if path.startswith("../") else path

def _embedded_files_impl(ctx):
    package = ctx.label.package
    below = package + "/" if package else ""
    files = {}
    for src in ctx.files.srcs:
        path = _path_in_repository(src)
        if src.owner.workspace_name != ctx.label.workspace_name:
            path = src.basename
        elif path.startswith(below):
            path = path[len(below):]
        else:
            fail("%s is not below %s/" % (src.short_path, package))
        if path in files:
            fail("%s and %s are both \"%s\" here; rename one" %
                 (files[path].short_path, src.short_path, path))
        files[path] = src
    paths = sorted(files.keys())

    # What #include names: cc_library adds the root of its repository.
    header = ctx.outputs.header
    include = _path_in_repository(header)
    ctx.actions.write(header, _HEADER.format(
        example = paths[0],
        guard = include[:-len(".h")].replace("/", "_").upper(),
        noun = ctx.attr.noun,
        package = package,
        target = ctx.label.name,
    ))

    args = ctx.actions.args()
    args.add(ctx.outputs.source)
    args.add(_SOURCE_HEAD.format(
        header = include,
        noun = ctx.attr.noun,
    ))
    args.add(_SOURCE_TAIL.format(noun = ctx.attr.noun))
    for path in paths:
        args.add(path)
        args.add(files[path])
    ctx.actions.run_shell(
        outputs = [ctx.outputs.source],
        inputs = ctx.files.srcs,
        command = _WRITE_SOURCE,
        arguments = [args],
        mnemonic = "EmbedText",
        progress_message = "Embedding the files of //" + package,
    )

_embedded_files = rule(
    doc = "Writes the header and the source of text_embed.",
    implementation = _embedded_files_impl,
    attrs = {
        "header": attr.output(mandatory = True),
        "noun": attr.string(mandatory = True),
        "source": attr.output(mandatory = True),
        "srcs": attr.label_list(
            allow_empty = False,
            allow_files = True,
            mandatory = True,
        ),
    },
)

def text_embed(name, srcs, noun, **kwargs):
    """A cc_library with the files in SRCS and the header NAME.h to find them by path.

    A file's path is the one below this package, or its name where it is of another
    repository.

    Args:
      name: of the library; its header is NAME.h.
      srcs: files of this package, of those below it, and of other repositories.
      noun: of the names in the header, FindNOUNFile(); another one in each program.
      **kwargs: visibility and such, for the library and the files behind it.
    """
    _embedded_files(
        name = name + "_files",
        srcs = srcs,
        noun = noun,
        header = name + ".h",
        source = name + ".cc",
        **kwargs
    )
    cc_library(
        name = name,
        srcs = [name + ".cc"],
        hdrs = [name + ".h"],
        deps = [
            Label("@com_google_absl//absl/strings"),
            Label("@com_google_absl//absl/types:span"),
        ],
        **kwargs
    )

def cl_embed(name, srcs, **kwargs):
    """text_embed of OpenCL C: FindKernelFile()."""
    text_embed(name = name, srcs = srcs, noun = "Kernel", **kwargs)
