"""Makes a wheel or a Debian package of the bundle's files.

    package.py BUNDLE VERSION OUT.whl|OUT.deb

Equal inputs make equal bytes: names sorted, no times, owners 0. The program must
run where the package says that it does, or nothing is written.
"""

import base64
import collections
import gzip
import hashlib
import io
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile

SUMMARY = "Tests synchronization between OpenCL work-groups"
DESCRIPTION = """\
wgsync runs barriers, locks, semaphores and hand-offs between OpenCL work-groups
on the devices of a machine, and says which of them a device gets right. It needs
an OpenCL ICD loader (libOpenCL.so.1) and a driver, and carries neither.
"""

# e_machine of an ELF file -> the processor's name in a wheel's tag, and Debian's.
Processor = collections.namedtuple("Processor", "name debian")
PROCESSORS = {
    62: Processor("x86_64", "amd64"),
    183: Processor("aarch64", "arm64"),
}

TAG = "py3-none-manylinux_2_34"

# The newest symbol versions that the tag allows: those of glibc 2.34, and of
# GCC 11's libraries, which the distributions with that glibc have (RHEL 9).
NEWEST = {
    "GLIBC": (2, 34),
    "GLIBCXX": (3, 4, 29),
    "CXXABI": (1, 3, 13),
    "GCC": (7, 0, 0),
}

# Each library that the program may need, and the Debian package that has it.
LIBRARIES = {
    "ld-linux-aarch64.so.1": "libc6 (>= 2.34)",
    "ld-linux-x86-64.so.2": "libc6 (>= 2.34)",
    "libOpenCL.so.1": "ocl-icd-libopencl1 | libopencl1",
    "libc.so.6": "libc6 (>= 2.34)",
    "libgcc_s.so.1": "libgcc-s1 (>= 3.0)",
    "libm.so.6": "libc6 (>= 2.34)",
    "libstdc++.so.6": "libstdc++6 (>= 11)",
}

# Each file of the bundle: its place in the wheel, and in the Debian package;
# None if it is not there. {data} and {info} are folders of a wheel.
PROGRAM = "bin/wgsync"
CASES = "bin/wgsync-gtest"
PLACES = {
    "README.txt": (None, None),  # is about the bundle
    "wgsync.sh": ("{data}/scripts/wgsync", None),
    PROGRAM: ("{data}/data/lib/wgsync/bin/wgsync", "usr/bin/wgsync"),
    CASES: ("{data}/data/lib/wgsync/bin/wgsync-gtest", "usr/bin/wgsync-gtest"),
    "bin/wgsync-gate-job": ("{data}/scripts/wgsync-gate-job",
                            "usr/bin/wgsync-gate-job"),
    "share/LICENSE": ("{info}/licenses/LICENSE", None),
    "share/copyright": ("{info}/licenses/copyright",
                        "usr/share/doc/wgsync/copyright"),
    "share/sbom.spdx.json": ("{info}/sboms/wgsync.spdx.json",
                             "usr/share/doc/wgsync/wgsync.spdx.json"),
    "share/man/man1/wgsync.1": ("{data}/data/share/man/man1/wgsync.1",
                                "usr/share/man/man1/wgsync.1.gz"),
    "share/completions/wgsync.bash": (
        "{data}/data/share/bash-completion/completions/wgsync",
        "usr/share/bash-completion/completions/wgsync"),
    "share/completions/wgsync.fish": (
        "{data}/data/share/fish/vendor_completions.d/wgsync.fish",
        "usr/share/fish/vendor_completions.d/wgsync.fish"),
    "share/completions/wgsync.zsh": (
        "{data}/data/share/zsh/site-functions/_wgsync",
        "usr/share/zsh/vendor-completions/_wgsync"),
}

File = collections.namedtuple("File", "content executable")


class Refused(Exception):
    """The package would be wrong; one line says why."""


def read_bundle(path):
    """The bundle's files by their names below its top folder."""
    files = {}
    with tarfile.open(path) as tar:
        for member in tar.getmembers():
            if member.isfile():
                name = member.name.split("/", 1)[1]
                files[name] = File(tar.extractfile(member).read(),
                                   bool(member.mode & 0o100))
    for name in sorted(set(files) ^ set(PLACES)):
        raise Refused("%s: %s is %s; PLACES in package.py says where packages "
                      "put the bundle's files" %
                      (path, name, "new" if name in files else "missing"))
    return files


def processor(content):
    """The processor that the program is for."""
    machine = int.from_bytes(content[18:20], "little")
    if content[:6] != b"\x7fELF\2\1" or machine not in PROCESSORS:
        raise Refused("the program is for none of the processors that "
                      "PROCESSORS in package.py has")
    return PROCESSORS[machine]


def check_program(content):
    """Returns the libraries that the program needs, all of them known."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        dump = subprocess.run(["objdump", "-p", file.name], check=True,
                              stdout=subprocess.PIPE).stdout.decode()
    needed = re.findall(r"^  NEEDED +(\S+)$", dump, re.MULTILINE)
    for library in needed:
        if library not in LIBRARIES:
            raise Refused("the program needs %s, which LIBRARIES in package.py "
                          "does not have; link it statically" % library)
    # "    0x06969194 0x00 05 GLIBC_2.34" below "  required from libc.so.6:"
    library = ""
    for line in dump.splitlines():
        if line.startswith("  required from "):
            library = line.split()[2].rstrip(":")
        match = re.match(r"    0x\w+ 0x\w+ \d+ (\S+)$", line)
        if match and library != "libOpenCL.so.1":
            check_version(library, match.group(1))
    return needed


def check_version(library, version):
    """Refuses a symbol version that machines of the tag may not have."""
    match = re.match(r"([A-Z]+)_([0-9.]+)$", version)
    newest = NEWEST.get(match.group(1)) if match else None
    if newest and tuple(map(int, match.group(2).split("."))) <= newest:
        return
    raise Refused("the program needs %s of %s, newer than %s allows; build on "
                  "Debian 12, and see `objdump -T` for what uses it" %
                  (version, library, TAG))


def placed(files, column, names):
    """The package's files: name -> File."""
    result = {}
    for name, places in PLACES.items():
        if places[column]:
            result[places[column].format(**names)] = files[name]
    return result


def wheel(files, version, tag, out):
    """Writes a wheel: binary distribution format 1.0 of the PyPA."""
    info = "wgsync-%s.dist-info" % version
    members = placed(files, 0, {"data": "wgsync-%s.data" % version,
                                "info": info})
    members[info + "/METADATA"] = File((
        "Metadata-Version: 2.1\nName: wgsync\nVersion: %s\nSummary: %s\n"
        "License: Apache-2.0\n\n%s" % (version, SUMMARY, DESCRIPTION)).encode(),
        False)
    members[info + "/WHEEL"] = File((
        "Wheel-Version: 1.0\nGenerator: wgsync %s\nRoot-Is-Purelib: false\n"
        "Tag: %s\n" % (version, tag)).encode(), False)
    record = ""
    for name in sorted(members):
        digest = base64.urlsafe_b64encode(
            hashlib.sha256(members[name].content).digest())
        record += "%s,sha256=%s,%d\n" % (
            name, digest.decode().rstrip("="), len(members[name].content))
    record += info + "/RECORD,,\n"
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        # RECORD comes last.
        ordered = sorted(members.items())
        ordered.append((info + "/RECORD", File(record.encode(), False)))
        for name, file in ordered:
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix
            mode = 0o100755 if file.executable else 0o100644
            entry.external_attr = mode << 16
            archive.writestr(entry, file.content)


def tar_xz(members):
    """The bytes of a tar of these files, and of the folders that hold them."""
    folders = {""}
    for name in members:
        parts = name.split("/")[:-1]
        folders.update("/".join(parts[:i + 1]) for i in range(len(parts)))
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:xz",
                      format=tarfile.GNU_FORMAT) as tar:
        for name in sorted(folders | set(members)):
            entry = tarfile.TarInfo("./" + name)
            entry.uname = entry.gname = "root"
            if name in folders:
                entry.type = tarfile.DIRTYPE
                entry.mode = 0o755
                tar.addfile(entry)
                continue
            file = members[name]
            entry.size = len(file.content)
            entry.mode = 0o755 if file.executable else 0o644
            tar.addfile(entry, io.BytesIO(file.content))
    return buffer.getvalue()


def control(version, architecture, needed, members):
    """The Debian package's metadata."""
    kib = sum(-(-len(file.content) // 1024) for file in members.values())
    text = "".join(" %s\n" % line for line in DESCRIPTION.splitlines())
    return ("Package: wgsync\nVersion: %s\nArchitecture: %s\n"
            "Maintainer: the wgsync authors\nInstalled-Size: %d\n"
            "Depends: %s\nSuggests: opencl-icd\nSection: utils\n"
            "Priority: optional\nDescription: %s\n%s" %
            (version, architecture, kib,
             ", ".join(sorted({LIBRARIES[n] for n in needed})),
             SUMMARY, text))


def deb(files, version, architecture, needed, out):
    """Writes a Debian package: deb(5)."""
    members = placed(files, 1, {})
    for name in members:
        if name.endswith(".gz"):
            members[name] = members[name]._replace(
                content=gzip.compress(members[name].content, mtime=0))
    sums = "".join("%s  %s\n" % (hashlib.md5(members[n].content).hexdigest(), n)
                   for n in sorted(members))
    metadata = {
        "control": File(
            control(version, architecture, needed, members).encode(), False),
        "md5sums": File(sums.encode(), False),
    }
    with open(out, "wb") as archive:
        archive.write(b"!<arch>\n")
        for name, content in [("debian-binary", b"2.0\n"),
                              ("control.tar.xz", tar_xz(metadata)),
                              ("data.tar.xz", tar_xz(members))]:
            archive.write(b"%-16s%-12d%-6d%-6d%-8o%-10d`\n" %
                          (name.encode(), 0, 0, 0, 0o100644, len(content)))
            archive.write(content + b"\n" * (len(content) % 2))


def main(bundle, version, out):
    """Returns the exit code."""
    try:
        files = read_bundle(bundle)
        built_for = processor(files[PROGRAM].content)
        needed = set(check_program(files[PROGRAM].content) +
                     check_program(files[CASES].content))
        tag = "%s_%s" % (TAG, built_for.name)
        if out.endswith("_%s.deb" % built_for.debian):
            deb(files, version, built_for.debian, needed, out)
        elif out.endswith("-%s.whl" % tag):
            wheel(files, version, tag, out)
        else:
            raise Refused("%s: the program is for %s; name it _%s.deb or "
                          "-%s.whl" % (out, built_for.name, built_for.debian,
                                       tag))
    except Refused as error:
        print("package.py: %s" % error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
