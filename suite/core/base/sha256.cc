#include "suite/core/base/sha256.h"

// The calls of OpenSSL 1.1 need no provider.
#define OPENSSL_API_COMPAT 0x10100000L
#include <openssl/sha.h>

#include <cerrno>
#include <fstream>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "suite/core/base/errno_status.h"

namespace wgsync {
namespace {

// By the processor's instructions, where it has some: a driver with LLVM has
// 240 MB, and each command that uses its device makes their digest.
class Digest {
 public:
  Digest() { SHA256_Init(&state_); }

  void Update(const char* bytes, size_t size) {
    SHA256_Update(&state_, bytes, size);
  }

  std::string Finish() {
    std::string value(SHA256_DIGEST_LENGTH, '\0');
    SHA256_Final(reinterpret_cast<uint8_t*>(value.data()), &state_);
    return value;
  }

 private:
  SHA256_CTX state_ = {};
};

absl::Status Unread(const std::string& path) {
  return Errno(errno, path, "cannot read it", "fix the file or the disk");
}

}  // namespace

std::string Sha256(absl::string_view bytes) {
  return absl::BytesToHexString(Sha256Bytes(bytes));
}

std::string Sha256Bytes(absl::string_view bytes) {
  Digest digest;
  digest.Update(bytes.data(), bytes.size());
  return digest.Finish();
}

absl::StatusOr<FileDigest> Sha256OfFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file.is_open()) return Unread(path);
  Digest digest;
  FileDigest result;
  std::vector<char> block(size_t{1} << 20);
  while (file) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    const auto got = static_cast<size_t>(file.gcount());
    digest.Update(block.data(), got);
    result.bytes += got;
  }
  if (file.bad()) return Unread(path);
  result.sha256 = absl::BytesToHexString(digest.Finish());
  return result;
}

std::string SuiteDigest() {
  const absl::StatusOr<FileDigest> self = Sha256OfFile("/proc/self/exe");
  return self.ok() ? self->sha256.substr(0, 16) : "";
}

}  // namespace wgsync
