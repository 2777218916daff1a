#include "suite/core/base/sha256.h"

#include <openssl/evp.h>

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace wgsync {
namespace {

using Digest = std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)>;

Digest Start() {
  Digest digest(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  EVP_DigestInit_ex(digest.get(), EVP_sha256(), nullptr);
  return digest;
}

std::string Finish(EVP_MD_CTX* digest) {
  unsigned char value[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  EVP_DigestFinal_ex(digest, value, &size);
  return absl::BytesToHexString(
      absl::string_view(reinterpret_cast<const char*>(value), size));
}

}  // namespace

std::string Sha256(absl::string_view bytes) {
  const Digest digest = Start();
  EVP_DigestUpdate(digest.get(), bytes.data(), bytes.size());
  return Finish(digest.get());
}

absl::StatusOr<FileDigest> Sha256OfFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file.is_open()) {
    return absl::NotFoundError(absl::StrCat("cannot read ", path));
  }
  const Digest digest = Start();
  FileDigest result;
  std::vector<char> block(size_t{1} << 20);
  while (file) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    const auto got = static_cast<size_t>(file.gcount());
    EVP_DigestUpdate(digest.get(), block.data(), got);
    result.bytes += got;
  }
  if (file.bad()) return absl::DataLossError(absl::StrCat("reading ", path));
  result.sha256 = Finish(digest.get());
  return result;
}

}  // namespace wgsync
