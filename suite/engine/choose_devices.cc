#include "suite/engine/choose_devices.h"

#include <functional>
#include <set>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "suite/core/base/clean_text.h"
#include "suite/core/base/read_file.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
namespace {

using Devices = std::vector<DeviceInfo>;

std::string Lower(absl::string_view text) {
  return absl::AsciiStrToLower(CleanLine(text));
}

std::string PlatformName(const DeviceInfo& d) {
  return Lower(d.full_name.substr(0, d.full_name.find('/')));
}

// Two platforms may have one name, but not one index.
std::string PlatformIndex(const DeviceInfo& d) {
  return d.index.substr(0, d.index.find(':'));
}

// An occurrence of `part` that is not wholly within one of `within`.
bool ContainsOutside(const std::string& text, const std::string& part,
                     const std::string& within) {
  for (size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + 1)) {
    const size_t end = at + part.size();
    const size_t least = end > within.size() ? end - within.size() : 0;
    const size_t around =
        within.empty() ? std::string::npos : text.find(within, least);
    if (around > at) return true;
  }
  return false;
}

Devices Filter(const Devices& all,
               const std::function<bool(const DeviceInfo&)>& fits) {
  Devices some;
  for (const DeviceInfo& d : all) {
    if (!d.type.empty() && fits(d)) some.push_back(d);
  }
  return some;
}

std::string Names(const Devices& devices) {
  return absl::StrJoin(devices, ", ",
                       [](std::string* out, const DeviceInfo& d) {
                         absl::StrAppend(out, d.index, " ", d.full_name);
                       });
}

absl::Status NothingFits(const Devices& all, const std::string& selection) {
  const Devices there = Filter(all, [](const DeviceInfo&) { return true; });
  return absl::NotFoundError(absl::StrCat(
      selection.empty()
          ? "no OpenCL device"
          : absl::StrCat("no OpenCL device matches '", selection, "'"),
      "; there ", there.size() == 1 ? "is " : "are ",
      there.empty() ? "none: install a driver, or set OCL_ICD_VENDORS"
                    : Names(there)));
}

absl::Status OnlyTheProcessor(const Devices& devices,
                              const std::string& selection) {
  return absl::NotFoundError(
      absl::StrCat("no platform is called '", selection,
                   "': only the processor's name has "
                   "it, in ",
                   Names(devices), "; choose by an index such as --device ",
                   devices[0].index, ", or by a part of the platform's name"));
}

absl::Status SeveralPlatforms(const Devices& devices,
                              const std::string& selection) {
  return BadInput("'", selection,
                  "' matches devices of several platforms: ", Names(devices),
                  "; choose by an index such as --device ", devices[0].index,
                  ", by type:gpu, or by a longer part of the name");
}

}  // namespace

absl::StatusOr<Devices> ChooseDevicesOn(absl::string_view processor,
                                        const Devices& all,
                                        const std::string& selection) {
  const std::string part = Lower(selection);
  const std::string brand = Lower(processor);
  const Devices exact = Filter(all, [&](const DeviceInfo& d) {
    return selection.empty() || part == d.index ||
           part == absl::StrCat("type:", d.type);
  });
  if (!exact.empty()) return exact;
  Devices chosen = Filter(
      all, [&](const DeviceInfo& d) { return Lower(d.full_name) == part; });
  if (chosen.empty()) {
    chosen = Filter(all, [&](const DeviceInfo& d) {
      return absl::StrContains(PlatformName(d), part) ||
             absl::StartsWith(d.slug, part);
    });
  }
  if (chosen.empty()) {
    chosen = Filter(all, [&](const DeviceInfo& d) {
      return ContainsOutside(Lower(d.full_name), part, brand);
    });
  }
  if (chosen.empty()) {
    const Devices branded = Filter(all, [&](const DeviceInfo& d) {
      return absl::StrContains(Lower(d.full_name), part);
    });
    return branded.empty() ? NothingFits(all, selection)
                           : OnlyTheProcessor(branded, selection);
  }
  std::set<std::string> platforms;
  for (const DeviceInfo& d : chosen) platforms.insert(PlatformIndex(d));
  if (platforms.size() > 1) return SeveralPlatforms(chosen, selection);
  return chosen;
}

std::string ProcessorName() {
  return ValueIn("/proc/cpuinfo", "model name", ':');
}

}  // namespace wgsync
