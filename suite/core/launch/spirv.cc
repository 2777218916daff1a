#include "suite/core/launch/spirv.h"

#include <string>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "kernels/spirv.h"
#include "suite/core/base/sha256.h"
#include "zlib.h"

namespace wgsync {
namespace {

// No module is larger.
constexpr size_t kLargestModule = size_t{1} << 22;

absl::StatusOr<std::string> Unpack(absl::string_view packed) {
  std::string bytes;
  std::string module(kLargestModule, '\0');
  z_stream z = {};
  if (!absl::Base64Unescape(packed, &bytes) ||
      inflateInit2(&z, 16 + MAX_WBITS) != Z_OK) {
    return absl::InternalError("the SPIR-V in wgsync cannot be read");
  }
  z.next_in = reinterpret_cast<Bytef*>(&bytes[0]);
  z.avail_in = static_cast<uInt>(bytes.size());
  z.next_out = reinterpret_cast<Bytef*>(&module[0]);
  z.avail_out = static_cast<uInt>(module.size());
  const int code = inflate(&z, Z_FINISH);
  module.resize(z.total_out);
  inflateEnd(&z);
  if (code == Z_STREAM_END) return module;
  return absl::InternalError("the SPIR-V in wgsync cannot be unpacked");
}

}  // namespace

absl::StatusOr<std::string> SpirvOf(absl::string_view source,
                                    absl::string_view options) {
  const std::string key =
      absl::StrCat("\n", Sha256(absl::StrCat(options, "\n", source)), " ");
  const absl::string_view modules = SpirvFiles()[0].text;
  const size_t at = modules.find(key);
  if (at != modules.npos) {
    const absl::string_view rest = modules.substr(at + key.size());
    return Unpack(rest.substr(0, rest.find('\n')));
  }
  const bool none = modules.find('\n') + 1 == modules.size();
  return absl::UnimplementedError(
      none ? "this wgsync was built without SPIR-V: the machine had no clang or "
             "no llvm-spirv of the same version (tools/setup.sh)"
           : "this wgsync has no SPIR-V of this program: kernels/spirv.txt "
             "lists those that it has");
}

}  // namespace wgsync
