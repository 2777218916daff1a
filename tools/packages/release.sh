#!/usr/bin/env bash
# Makes a release: builds, tests, compares with a second build, signs, and writes its notes.
#
#   tools/packages/release.sh --key KEY [--tested] OUT
#
# KEY is a file with a private key of SSH, or the name of a key of GnuPG. OUT, a new folder, gets the packages,
# SHA256SUMS, its signature and NOTES.md. --tested: the commit has passed .ci/run, which takes an hour. The second
# build is made of a clone in another folder, without a cache. It needs Debian 12 and a clean checkout.
#
#   tools/packages/release.sh --key KEY --sign FOLDER     the last step alone, for files that are there
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
root="$(dirname "$(dirname "$here")")"

complain() {
  echo "release.sh: $*" >&2
  exit 2
}

step() {
  echo "release.sh: $*" >&2
}

# `sign FOLDER`: SHA256SUMS of its files, the signature, and both checked.
sign() {
  local signers
  cd "$1"
  rm -f SHA256SUMS SHA256SUMS.*
  sha256sum -- * > "$scratch/SHA256SUMS"
  mv "$scratch/SHA256SUMS" .
  if [[ -f "$key" ]]; then
    ssh-keygen -q -Y sign -f "$key" -n wgsync SHA256SUMS
    signers="$scratch/signers"
    # Of the private key, so that a public key of another one is noticed.
    echo "release namespaces=\"wgsync\" $(ssh-keygen -y -f "$key")" > "$signers"
    ssh-keygen -q -Y verify -f "$signers" -I release -n wgsync -s SHA256SUMS.sig < SHA256SUMS
    signer="the SSH key $(ssh-keygen -l -f "$key" | cut -d ' ' -f 2)"
    verify="ssh-keygen -Y verify -f SIGNERS -I release -n wgsync -s SHA256SUMS.sig < SHA256SUMS"
  else
    gpg --batch --quiet --local-user "$key" --armor --detach-sign --output SHA256SUMS.asc SHA256SUMS
    gpg --batch --quiet --verify SHA256SUMS.asc SHA256SUMS 2> /dev/null
    signer="the GnuPG key $(gpg --batch --with-colons --fingerprint "$key" | awk -F : '$1 == "fpr" { print $10; exit }')"
    verify="gpg --verify SHA256SUMS.asc SHA256SUMS"
  fi
  sha256sum --quiet --check SHA256SUMS
  cd "$OLDPWD"
}

# `notes FOLDER`: what the release is, and how a user checks it. They are not signed: SHA256SUMS is.
notes() {
  local last
  echo "# wgsync $version"
  echo
  echo "Commit $commit. Signed by $signer."
  echo
  echo "    $verify"
  echo "    sha256sum --check SHA256SUMS"
  echo
  sed 's/^/    /' "$1/SHA256SUMS"
  echo
  if last="$(git -C "$root" describe --tags --abbrev=0 --match 'v*' 2> /dev/null)"; then
    echo "Since $last:"
    echo
    git -C "$root" log --no-merges --format='- %s' "$last..HEAD"
  fi
}

# `build SOURCE TARGET [OPTION OF BAZEL...]`: the packages of a checkout, copied to a folder.
build() {
  (cd "$1" && bazel "${@:3}" build --config=release ${fresh:+"$fresh"} //tools/packages)
  mkdir "$2"
  local made="$1/bazel-bin/tools"
  cp -L "$made/packages/wgsync-$version"-*.whl "$made/packages/wgsync_$version"_*.deb "$made/packages/sbom.spdx.json" \
    "$made/wgsync-linux-x86_64.tar.gz" "$2"
}

key="" out="" tested="" sign_only=""
while (( $# > 0 )); do
  case "$1" in
    --key) key="${2:-}" && shift ;;
    --tested) tested=1 ;;
    --sign) sign_only=1 ;;
    -*) complain "$1: it takes --key KEY, --tested, --sign and a folder" ;;
    *) out="$1" ;;
  esac
  shift
done
[[ -n "$key" ]] || complain "whose release is it? name your key by --key"
[[ -n "$out" ]] || complain "name a folder for the release"
if [[ -f "$key" ]]; then
  key="$(realpath "$key")"
else
  gpg --batch --list-secret-keys "$key" > /dev/null 2>&1 ||
    complain "$key: neither a file nor a secret key of GnuPG"
fi
scratch="$(mktemp -d)"
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
if [[ -n "$sign_only" ]]; then
  sign "$out"
  step "signed by $signer; check it: $verify"
  exit
fi

[[ ! -e "$out" ]] || complain "$out is already there; name a new folder"
[[ -z "$(git -C "$root" status --porcelain)" ]] || complain "$root has changes; commit them, or release from a clean clone"
version="$(sed -n 's/^VERSION = "\(.*\)"$/\1/p' "$here/version.bzl")"
commit="$(git -C "$root" rev-parse HEAD)"
! git -C "$root" rev-parse --quiet --verify "refs/tags/v$version" > /dev/null ||
  complain "v$version is a release already; write a new version into version.bzl and MODULE.bazel"
if [[ -z "$tested" ]]; then
  step "1 of 5: .ci/run"
  "$root/.ci/run" || complain "no release: .ci/run fails"
fi
step "2 of 5: build"
fresh=""
build "$root" "$scratch/first"
step "3 of 5: the packages' tests"
(cd "$root" && bazel test --config=release //tools/packages:{packages,version}_test //tools/ci:ci_test)
step "4 of 5: the same bytes from a second build"
git clone --quiet --no-hardlinks "$root" "$scratch/clone"
git -C "$scratch/clone" checkout --quiet --detach "$commit"
fresh=--disk_cache=
build "$scratch/clone" "$scratch/second" --output_user_root="$scratch/bazel"
(cd "$scratch/clone" && bazel --output_user_root="$scratch/bazel" shutdown)
diff --recursive "$scratch/first" "$scratch/second" || complain "no release: the two builds differ"
[[ "$("$scratch/clone/bazel-bin/tools/wgsync.stripped" --version)" == *"commit $commit"* ]] ||
  complain "no release: the program does not name $commit"
step "5 of 5: signature and notes"
mkdir -p "$(dirname "$out")"
cp -r "$scratch/first" "$out"
sign "$out"
notes "$out" > "$out/NOTES.md"
step "$out is the release; tag its commit: git tag v$version $commit"
