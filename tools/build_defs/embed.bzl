"""cl_embed: OpenCL C files as constants of a C++ library.

Embedded, since data files would tie a binary to Bazel's runfiles, and since the
bundle is copied to machines without Bazel.
"""

load("@rules_cc//cc:defs.bzl", "cc_library")

_HEADER = """\
// Written by cl_embed of tools/build_defs/embed.bzl for //{package}:{target}.
#ifndef WGSYNC_{guard}_H_
#define WGSYNC_{guard}_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace wgsync {{

// One OpenCL C file as it was when this program was built. The strings are
// constants, valid for the life of the process.
struct EmbeddedFile {{
  const char* path;  // below {package}/, for example "{example}"
  const char* text;
}};

// All files, sorted by path.
absl::Span<const EmbeddedFile> KernelFiles();

// The file with this path, or nullptr if there is none.
const EmbeddedFile* FindKernelFile(absl::string_view path);

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
};

}  // namespace

absl::Span<const EmbeddedFile> KernelFiles() { return kFiles; }

const EmbeddedFile* FindKernelFile(absl::string_view path) {
  for (const EmbeddedFile& file : kFiles) {
    if (path == file.path) return &file;
  }
  return nullptr;
}

}  // namespace wgsync
"""

# Arguments: the output, the text before and after the table, then path and file of each row.
_WRITE_SOURCE = """\
set -eu
out=$1 head=$2 tail=$3
shift 3
{
  printf '%s' "$head"
  while [ $# -gt 0 ]; do
    if grep -qF ')OpenCL"' "$2"; then
      echo "$2 holds the end mark of the raw string that it is put in: )OpenCL\\"" >&2
      exit 1
    fi
    printf '    {"%s", R"OpenCL(' "$1"
    cat "$2"
    printf ')OpenCL"},\\n'
    shift 2
  done
  printf '%s' "$tail"
} > "$out"
"""

def _embedded_files_impl(ctx):
    package = ctx.label.package
    files = {}
    for src in ctx.files.srcs:
        if not src.short_path.startswith(package + "/"):
            fail("%s is not below %s/" % (src.short_path, package))
        files[src.short_path[len(package) + 1:]] = src
    paths = sorted(files.keys())

    header = ctx.outputs.header
    ctx.actions.write(header, _HEADER.format(
        example = paths[0],
        guard = header.short_path[:-len(".h")].replace("/", "_").upper(),
        package = package,
        target = ctx.label.name,
    ))

    args = ctx.actions.args()
    args.add(ctx.outputs.source)
    args.add(_SOURCE_HEAD.format(header = header.short_path))
    args.add(_SOURCE_TAIL)
    for path in paths:
        args.add(path)
        args.add(files[path])
    ctx.actions.run_shell(
        outputs = [ctx.outputs.source],
        inputs = ctx.files.srcs,
        command = _WRITE_SOURCE,
        arguments = [args],
        mnemonic = "EmbedOpenCL",
        progress_message = "Embedding the files of //" + package,
    )

_embedded_files = rule(
    doc = "Writes the header and the source of cl_embed.",
    implementation = _embedded_files_impl,
    attrs = {
        "header": attr.output(mandatory = True),
        "source": attr.output(mandatory = True),
        "srcs": attr.label_list(
            allow_empty = False,
            allow_files = [".cl", ".h"],
            mandatory = True,
        ),
    },
)

def cl_embed(name, srcs, **kwargs):
    """A cc_library with the files in SRCS and the header NAME.h to find them by path.

    A file's path is the one below this package. One cl_embed a program: the names
    in the header are always the same.

    Args:
      name: of the library; its header is NAME.h.
      srcs: OpenCL C files of this package and of the packages below it.
      **kwargs: visibility and such, for the library and the files behind it.
    """
    _embedded_files(
        name = name + "_files",
        srcs = srcs,
        header = name + ".h",
        source = name + ".cc",
        **kwargs
    )
    cc_library(
        name = name,
        srcs = [name + ".cc"],
        hdrs = [name + ".h"],
        deps = [
            "@com_google_absl//absl/strings",
            "@com_google_absl//absl/types:span",
        ],
        **kwargs
    )
