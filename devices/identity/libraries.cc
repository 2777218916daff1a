#include "devices/identity/libraries.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>

#include <map>
#include <memory>
#include <set>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "devices/identity/mappings.h"
#include "suite/core/base/read_file.h"
#include "suite/core/base/sha256.h"
#include "suite/core/record/variables.h"

namespace wgsync {
namespace {

constexpr absl::string_view kDeleted = " (deleted)";

absl::string_view FileName(absl::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

// A path as /proc/self/maps has it.
std::string RealPath(const char* path) {
  const std::unique_ptr<char, void (*)(void*)> real(realpath(path, nullptr),
                                                    free);
  return real == nullptr ? path : real.get();
}

// ---- Which library needs which ----

// The libraries that the dynamic linker has loaded, by path. This program is
// the one with an empty path.
struct Linked {
  std::map<std::string, std::vector<std::string>> needs;  // path -> names
  std::map<std::string, std::string> path_of;             // name -> path
};

// What lies at an address that the dynamic linker gives as a number.
template <typename T>
const T* AtAddress(ElfW(Addr) address) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  return reinterpret_cast<const T*>(address);
}

// dl_iterate_phdr's callback: notes one library in a Linked.
int NoteLibrary(dl_phdr_info* info, size_t, void* linked_pointer) {
  auto* linked = static_cast<Linked*>(linked_pointer);
  const ElfW(Dyn)* dynamic = nullptr;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type == PT_DYNAMIC) {
      dynamic =
          AtAddress<ElfW(Dyn)>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    }
  }
  // The kernel's vdso has a name that is no path; a static program has none.
  const absl::string_view name = info->dlpi_name;
  const bool is_program = name.empty();
  if (dynamic == nullptr || (!is_program && name[0] != '/')) return 0;

  const char* strings = nullptr;
  for (const ElfW(Dyn)* d = dynamic; d->d_tag != DT_NULL; ++d) {
    if (d->d_tag != DT_STRTAB) continue;
    // The C library adds the address where it loaded it on most processors.
    strings = AtAddress<char>(d->d_un.d_ptr < info->dlpi_addr
                                  ? info->dlpi_addr + d->d_un.d_ptr
                                  : d->d_un.d_ptr);
  }
  if (strings == nullptr) return 0;

  const std::string path = is_program ? "" : RealPath(info->dlpi_name);
  std::vector<std::string>& needs = linked->needs[path];
  for (const ElfW(Dyn)* d = dynamic; d->d_tag != DT_NULL; ++d) {
    const char* text = strings + d->d_un.d_val;
    if (d->d_tag == DT_NEEDED) needs.push_back(text);
    if (d->d_tag == DT_SONAME) linked->path_of.emplace(text, path);
  }
  linked->path_of.emplace(FileName(path), path);
  return 0;
}

// Adds `path` and what it needs, and what that needs, to `reached`.
void Reach(const Linked& linked, const std::string& path,
           std::set<std::string>* reached) {
  std::vector<std::string> pending = {path};
  while (!pending.empty()) {
    const std::string next = std::move(pending.back());
    pending.pop_back();
    if (!reached->insert(next).second) continue;
    const auto needs = linked.needs.find(next);
    if (needs == linked.needs.end()) continue;
    for (const std::string& name : needs->second) {
      const auto found = linked.path_of.find(name);
      if (found != linked.path_of.end()) pending.push_back(found->second);
    }
  }
}

// The library that a platform's functions are in; "" where the platform does
// not say.
std::string PlatformLibrary(cl_platform_id platform) {
  void* function = clGetExtensionFunctionAddressForPlatform(
      platform, "clIcdGetPlatformIDsKHR");
  Dl_info where = {};
  if (function == nullptr || dladdr(function, &where) == 0 ||
      where.dli_fname == nullptr) {
    return "";
  }
  return RealPath(where.dli_fname);
}

// The libraries of the platforms' drivers, but for those in `known`.
std::vector<std::string> OtherDrivers(const std::set<std::string>& known) {
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  std::vector<std::string> drivers;
  for (const cl::Platform& platform : platforms) {
    std::string library = PlatformLibrary(platform());
    if (!library.empty() && known.count(library) == 0) {
      drivers.push_back(std::move(library));
    }
  }
  return drivers;
}

// The libraries that are here for something else than this device's driver:
// for other drivers, or for this program.
std::set<std::string> ForeignLibraries(const cl::Device& device) {
  Linked linked;
  dl_iterate_phdr(NoteLibrary, &linked);
  // By the id, which older and newer C++ bindings give alike.
  cl_platform_id platform = nullptr;
  device.getInfo(CL_DEVICE_PLATFORM, &platform);
  const std::string driver = PlatformLibrary(platform);

  std::set<std::string> own;
  if (!driver.empty()) Reach(linked, driver, &own);
  // Not known which are this driver's: then those of all drivers are listed.
  const std::vector<std::string> others =
      driver.empty() ? std::vector<std::string>() : OtherDrivers(own);

  std::set<std::string> foreign;
  for (const auto& [path, needs] : linked.needs) {
    // A driver's plugin is loaded by name, so that nothing needs it. But it
    // needs the driver.
    std::set<std::string> reached;
    Reach(linked, path, &reached);
    bool is_foreign = path.empty();
    for (const std::string& other : others) {
      is_foreign = is_foreign || reached.count(other) != 0;
    }
    if (is_foreign) {
      foreign.insert(reached.begin(), reached.end());
    } else if (reached.count(driver) != 0) {
      own.insert(reached.begin(), reached.end());
    }
  }
  for (const std::string& path : own) foreign.erase(path);
  return foreign;
}

// ---- What is mapped ----

// Where drivers keep the kernels that they compiled.
std::vector<std::string> CacheFolders() {
  std::vector<std::string> folders = {"/tmp/pocl/"};
  const auto add = [&](const char* variable, const char* below) {
    const char* value = getenv(variable);
    if (value != nullptr && value[0] == '/') {
      folders.push_back(absl::StrCat(RealPath(value), below));
    }
  };
  for (const DriverCache& cache : kDriverCaches) add(cache.variable, "/");
  add("XDG_CACHE_HOME", "/");
  add("HOME", "/.cache/");
  return folders;
}

}  // namespace

std::vector<DriverLibrary> DriverLibraries(const cl::Device& device) {
  const std::set<std::string> foreign = ForeignLibraries(device);
  const std::vector<std::string> caches = CacheFolders();
  const std::string program = RealPath("/proc/self/exe");

  std::vector<DriverLibrary> libraries;
  for (const std::string& path :
       ExecutableFiles(ReadIfThere("/proc/self/maps"))) {
    const absl::string_view name = FileName(path);
    bool skip = path == program || IsRuntimeLibrary(name);
    for (const std::string& folder : caches) {
      skip = skip || absl::StartsWith(path, folder);
    }
    const bool is_loader = absl::StartsWith(name, "libOpenCL.so");
    if (skip || (!is_loader && foreign.count(path) != 0)) continue;

    DriverLibrary library;
    library.path = path;
    // The file of that name is another one by now.
    if (!absl::EndsWith(path, kDeleted)) {
      const absl::StatusOr<FileDigest> digest = Sha256OfFile(path);
      if (digest.ok()) {
        library.sha256 = digest->sha256;
        library.bytes = digest->bytes;
      }
    }
    libraries.push_back(std::move(library));
  }
  return libraries;
}

bool IsRuntimeLibrary(absl::string_view file_name) {
  for (const absl::string_view runtime :
       {"libc", "libm", "libdl", "libpthread", "librt", "libgcc_s", "libstdc++",
        "libc++", "libc++abi", "libasan", "libubsan", "libtsan"}) {
    absl::string_view rest = file_name;
    // libc.so.6, and libc-2.31.so as older systems have it; not libcrypto.
    if (absl::ConsumePrefix(&rest, runtime) &&
        (absl::StartsWith(rest, ".so") || absl::StartsWith(rest, "-2."))) {
      return true;
    }
  }
  return absl::StartsWith(file_name, "ld-");
}

}  // namespace wgsync
