#!/usr/bin/env bash
# The packages as their users meet them: the wheel installed in a fresh environment without a network,
# one case run from there on PoCL; the Debian package read by dpkg-deb and unpacked.
#
#   packages_test.sh VERSION package.py sbom.py release.sh BUNDLE WHEEL DEB
set -euo pipefail

version="$1"
package_py="$(realpath "$2")"
sbom_py="$(realpath "$3")"
release="$(realpath "$4")"
bundle="$(realpath "$5")"
wheel="$(realpath "$6")"
deb="$(realpath "$7")"
module="$PWD/MODULE.bazel"
licences="$PWD/tools/bundle/copyright"
python=/usr/bin/python3

fail() {
  echo "FAIL: $*" >&2
  exit 1
}

# has TEXT LINE: one line of the text is this one, a pattern of grep -E.
has() {
  grep -qxE -- "$2" <<< "$1" || fail "no line '$2' in: $1"
}

# checks_version PROGRAM FILE: what PROGRAM --version prints, and FILE is the ELF file that it starts.
checks_version() {
  local said digest
  said="$("$1" --version)"
  digest="$(sha256sum "$2")"
  has "$said" "wgsync ${version//./\\.}"
  has "$said" 'commit (not stamped|[0-9a-f]{40}(-dirty)?)'
  has "$said" "suite ${digest:0:16}"
}

cd "$TEST_TMPDIR"
export HOME="$TEST_TMPDIR" TZ=UTC WGSYNC_LOCK_DIR="$TEST_TMPDIR/locks" WGSYNC_STATE_DIR="$TEST_TMPDIR/state"
mkdir -m 1777 "$WGSYNC_LOCK_DIR"

# The wheel
"$python" -m venv venv
venv/bin/pip --disable-pip-version-check install --quiet --no-index "$wheel" || fail "pip does not install $wheel"
has "$(venv/bin/pip --disable-pip-version-check show wgsync)" "Version: $version"
elf=venv/lib/wgsync/bin/wgsync
checks_version venv/bin/wgsync "$elf"
# 4 is unproven: on a busy machine the groups may have come one after the other.
venv/bin/wgsync run --device 'Portable Computing Language/' --out run --cases \
  mutex.fetch_and_add/poll=rmw/signal=rmw/fence=device/pay=plain/work=counter/wg=64/groups=8 || (( $? == 4 )) ||
  fail "wgsync run fails"
grep -qE '"verdict":"(pass|unproven)"' run/*/log.jsonl || fail "the run has no verdict"
suite="$(sha256sum "$elf")"
grep -q "\"suite_digest\":\"${suite:0:16}\"" run/*/log.jsonl || fail "the log names another suite than --version"
for file in bash-completion/completions/wgsync zsh/site-functions/_wgsync fish/vendor_completions.d/wgsync.fish \
  man/man1/wgsync.1; do
  [[ -s "venv/share/$file" ]] || fail "the wheel has no $file"
done
venv/bin/pip --disable-pip-version-check uninstall --quiet --yes wgsync
left="$(find venv -name '*wgsync*' ! -type d)"
[[ -z "$left" ]] || fail "pip does not remove: $left"

# The Debian package
info="$(dpkg-deb --info "$deb")"
for line in 'Package: wgsync' "Version: $version" 'Architecture: amd64' \
  'Depends: libc6 \(>= 2\.34\), libgcc-s1 \(>= 3\.0\), libstdc\+\+6 \(>= 11\), ocl-icd-libopencl1 \| libopencl1'; do
  has "$info" " $line"
done
contents="$(dpkg-deb --contents "$deb")"
if grep -v ' root/root .* 1970-01-01 00:00 \./' <<< "$contents"; then
  fail "the lines above have another owner or time"
fi
has "$contents" '-rwxr-xr-x root/root .* \./usr/bin/wgsync'
dpkg-deb --extract "$deb" deb
dpkg-deb --control "$deb" control
(cd deb && md5sum --quiet --check ../control/md5sums) || fail "md5sums"
files="$(cd deb && find . -type f | LC_ALL=C sort)"
listed="$(sed 's/^[^ ]*  /.\//' control/md5sums)"
[[ "$files" == "$listed" ]] || fail "md5sums lists '$listed', of '$files'"
gzip -dc deb/usr/share/man/man1/wgsync.1.gz | grep -q '^\.TH WGSYNC 1' || fail "no manual page"
checks_version deb/usr/bin/wgsync deb/usr/bin/wgsync

# What the programs are made of: what SPDX 2.3 requires, and each package that is in them, with no other, has a
# licence in the package itself.
sbom=deb/usr/share/doc/wgsync/wgsync.spdx.json
unzip -p "$wheel" "*/sboms/wgsync.spdx.json" | cmp - "$sbom" || fail "wheel and .deb are made of other parts"
unzip -p "$wheel" "*/licenses/copyright" | cmp - deb/usr/share/doc/wgsync/copyright || fail "licences differ"
"$python" - "$sbom" deb/usr/share/doc/wgsync/copyright "$version" << 'END' || fail "the list of parts"
import json
import re
import sys

with open(sys.argv[1]) as file:
    sbom = json.load(file)
assert sbom["spdxVersion"] == "SPDX-2.3" and sbom["dataLicense"] == "CC0-1.0"
assert sbom["SPDXID"] == "SPDXRef-DOCUMENT" and sbom["name"] == "wgsync-" + sys.argv[3]
assert re.fullmatch("https://[^#]+", sbom["documentNamespace"])
assert re.fullmatch("[0-9-]{10}T00:00:00Z", sbom["creationInfo"]["created"])
assert re.match("Tool: ", sbom["creationInfo"]["creators"][0])
ids = {}
for package in sbom["packages"]:
    assert re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", package["SPDXID"]), package
    assert package["downloadLocation"] and package["filesAnalyzed"] is False, package
    assert re.fullmatch(r"[0-9][\w.:+~-]*", package["versionInfo"]), package
    for field in ["licenseConcluded", "licenseDeclared", "copyrightText"]:
        assert package[field], package
    ids[package["SPDXID"]] = package["name"]
assert len(ids) == len(sbom["packages"])
related = {}
for relationship in sbom["relationships"]:
    related.setdefault(relationship["relationshipType"], []).append(ids[relationship["relatedSpdxElement"]])
assert related["DESCRIBES"] == ["wgsync"] and len(related["DYNAMIC_LINK"]) == 3
with open(sys.argv[2]) as file:
    texts = file.read()
licensed = dict(re.findall(r"(?m)^Files: (.*)\nCopyright: .*\nLicense: (.*)$", texts))
assert sorted(licensed) == sorted(related["CONTAINS"] + ["*"]), (sorted(licensed), related)
for licence in licensed.values():
    assert re.search(r"(?m)^License: %s\n \S" % re.escape(licence), texts), licence
END

# lists LINE ARGUMENT...: sbom.py refuses these libraries with this line, and writes nothing.
lists() {
  local said
  if said="$("$python" "$sbom_py" "$licences" "$module" "$version" 2026-01-02 other.json registry "${@:2}" 2>&1)"; then
    fail "a list that should be refused: $1"
  fi
  has "$said" "sbom.py: $1"
  [[ ! -e other.json ]] || fail "refused, and yet written"
}
libraries=(chart_js cli11 com_google_absl com_google_googletest net_zlib nlohmann_json opencl_clhpp opencl_headers openssl)
lists 'zstd has no row in sbom\.py' "${libraries[@]}" utfcpp zstd
lists '.*/copyright: UTF8-CPP is in no program' "${libraries[@]}"
"$python" "$sbom_py" "$licences" "$module" "$version" 2026-01-02 other.json registry "${libraries[@]}" utfcpp
grep -q 'pkg:bazel/abseil-cpp@' other.json || fail "a module is not listed as one"

# A release is signed by the key that is named, and by no other.
mkdir release
cp "$wheel" "$deb" release
ssh-keygen -q -t ed25519 -N '' -f key
ssh-keygen -q -t ed25519 -N '' -f other_key
"$release" --key key --sign release
# signed_by KEY: whether the sums are, and the files are those.
signed_by() {
  echo "releaser $(< "$1.pub")" > signers
  (cd release && ssh-keygen -Y verify -f ../signers -I releaser -n wgsync -s SHA256SUMS.sig < SHA256SUMS &&
    sha256sum --quiet --check SHA256SUMS) > /dev/null 2>&1
}
signed_by key || fail "the release is not signed"
! signed_by other_key || fail "another key has signed the release"
echo >> "release/${deb##*/}"
! signed_by key || fail "a file was changed, and the release is still good"
if "$release" --key missing_key --sign release 2> said; then fail "signed by a key that is not there"; fi
has "$(< said)" 'release\.sh: missing_key: neither a file nor a secret key of GnuPG'
if command -v gpg > /dev/null; then
  # The path of its agent's socket must be short.
  GNUPGHOME="$(mktemp -d /tmp/wsgpg.XXXXXX)"
  export GNUPGHOME
  trap 'gpgconf --kill all; rm -rf "$GNUPGHOME"' EXIT
  gpg --batch --quiet --passphrase '' --quick-generate-key releaser ed25519 sign never
  "$release" --key releaser --sign release
  (cd release && gpg --batch --quiet --verify SHA256SUMS.asc SHA256SUMS 2> /dev/null && sha256sum --quiet --check SHA256SUMS) ||
    fail "the release is not signed by GnuPG"
fi

# The same bytes at another time, in another folder, by another user's mask
for file in "$wheel" "$deb"; do
  mkdir -p again
  (umask 077 && TZ=Asia/Tokyo "$python" "$package_py" "$bundle" "$version" "again/${file##*/}")
  cmp "$file" "again/${file##*/}" || fail "another build gives other bytes"
done

# refuses LINE: package.py says so of the bundle in other/, and writes nothing.
refuses() {
  tar -czf other.tar.gz -C other wgsync
  local said
  if said="$("$python" "$package_py" other.tar.gz "$version" "other-${wheel##*/}" 2>&1)"; then
    fail "a package that should be refused: $1"
  fi
  has "$said" "package.py: $1"
  [[ ! -e "other-${wheel##*/}" ]] || fail "refused, and yet written"
}

mkdir other
tar -xzf "$bundle" -C other
echo 'int main() { return arc4random() == 0; }' > newer.c
gcc -include stdlib.h newer.c -o other/wgsync/bin/wgsync
refuses 'the program needs GLIBC_2\.36 of libc\.so\.6, newer than py3-none-manylinux_2_34 allows; .*'
echo 'int main() { return 0; }' > needs.c
gcc -Wl,--no-as-needed needs.c -o other/wgsync/bin/wgsync -l:libz.so.1
refuses 'the program needs libz\.so\.1, which LIBRARIES in package\.py does not have; link it statically'
# e_machine, two bytes from the 19th on: another processor that packages are made for, and one that they are not.
machine() { printf "%b" "$1" | dd of=other/wgsync/bin/wgsync bs=1 seek=18 conv=notrunc status=none; }
gcc needs.c -o other/wgsync/bin/wgsync
machine '\xb7\0'
refuses "other-${wheel##*/}: the program is for aarch64; name it _arm64\.deb or -py3-none-manylinux_2_34_aarch64\.whl"
machine '\xf3\0'
refuses 'the program is for none of the processors that PROCESSORS in package\.py has'
touch other/wgsync/new
refuses 'other\.tar\.gz: new is new; PLACES in package\.py says where packages put the bundle.s files'
echo "passed"
