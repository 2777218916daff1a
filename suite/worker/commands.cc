#include "suite/worker/commands.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/launch/layout.h"
#include "suite/core/plan/case.h"

namespace wgsync {
namespace {

constexpr double kMostPatience = 1e9;
// Buffers of a kernel that is not the suite's.
constexpr size_t kMostRegions = 64;

// Sides of two or three dimensions, where there are any, whose product is the
// count.
bool SidesFit(const std::vector<uint64_t>& sides, uint32_t count) {
  if (sides.empty()) return true;
  if (sides.size() < 2 || sides.size() > 3) return false;
  uint64_t left = count;
  for (uint64_t side : sides) {
    if (side == 0 || left % side != 0) return false;
    left /= side;
  }
  return left == 1;
}

// What the worker's PrepareBuffers() relies on; "" if it holds.
std::string RegionsProblem(const LaunchCommand& c) {
  const size_t most = c.foreign ? kMostRegions : size_t{kRegions};
  if ((c.bytes.empty() && !c.foreign) || c.bytes.size() > most ||
      c.bytes.size() != c.offset.size()) {
    return "does not go with bytes";
  }
  for (size_t i = 0; i < c.bytes.size(); ++i) {
    if (c.offset[i] % kPage != 0 || c.bytes[i] == 0 ||
        c.offset[i] > kHalfBytes || c.bytes[i] > kHalfBytes - c.offset[i]) {
      return absl::StrCat("has region ", i, " outside of shared memory");
    }
  }
  for (const LaunchArgument& a : c.arguments) {
    if (a.has_region ? a.region >= c.bytes.size()
                     : a.bytes == 0 || (!a.local && a.bytes > sizeof(a.bits))) {
      return "has no region or bytes for an argument";
    }
  }
  return "";
}

}  // namespace

void OpenCommand::Fields(FieldVisitor& v) {
  v.Field("index", &index);
  v.Field("scratch", &scratch);
}

void ProgramText::ProgramFields(FieldVisitor& v) {
  v.Field("key", &key);
  v.Field("source", &source);
  v.Field("options", &options);
  v.Added("spirv", &spirv);
  v.Added("queue", &queue);
  v.Rare("source_number", &source_number, uint64_t{0});
  if (queue >= QueueRows().size()) v.Fail("queue", "is none of a case");
}

void BinaryCommand::Fields(FieldVisitor& v) {
  ProgramFields(v);
  v.Field("path", &path);
}

void NeedsCommand::Fields(FieldVisitor& v) {
  ProgramFields(v);
  v.Field("kernel", &kernel);
  v.Rare("group_shape", &group_shape, {});
  v.Added("group_size", &group_size);
}

void LaunchArgument::Fields(FieldVisitor& v) {
  v.Rare("has_region", &has_region, false);
  v.Rare("local", &local, false);
  v.Rare("region", &region, uint64_t{0});
  v.Rare("bytes", &bytes, uint64_t{0});
  v.Rare("bits", &bits, uint64_t{0});
}

void LaunchCommand::Fields(FieldVisitor& v) {
  ProgramFields(v);
  v.Added("id", &id);
  v.Field("kernel", &kernel);
  v.Field("groups", &groups);
  v.Field("group_size", &group_size);
  v.Rare("grid", &grid, {});
  v.Rare("group_shape", &group_shape, {});
  v.Rare("global_offset", &global_offset, uint64_t{0});
  v.Added("shared", &shared);
  v.Added("polls", &polls);
  v.Added("concurrent", &concurrent);
  v.Rare("memory", &memory, uint64_t{0});
  if (memory >= MemoryKinds().size()) v.Fail("memory", "is none of a case");
  v.Field("offset", &offset);
  v.Field("bytes", &bytes);
  v.Field("scalars", &scalars);
  v.Added("steps", &steps);
  v.Rare("foreign", &foreign, false);
  v.RareList("arguments", &arguments);
  if (!SidesFit(grid, groups) || !SidesFit(group_shape, group_size) ||
      grid.size() != group_shape.size()) {
    v.Fail("grid", "does not go with group_shape, groups and group_size");
  }
  if (!foreign &&
      (scalars.empty() ||
       *std::max_element(scalars.begin(), scalars.end()) > UINT32_MAX)) {
    v.Fail("scalars", "is not a list of numbers of 32 bits");
  }
  const std::string problem = RegionsProblem(*this);
  if (!problem.empty()) v.Fail("offset", problem);
}

void HostCommand::Fields(FieldVisitor& v) {
  v.Field("check", &check);
  v.Field("words", &words);
  v.Field("source", &source);
  v.Added("cuts_loops", &cuts_loops);
  v.Added("patience", &patience);
  if (!(patience >= 0 && patience <= kMostPatience)) {
    v.Fail("patience", "is not a time in seconds");
  }
}

void SnapshotCommand::Fields(FieldVisitor& v) { v.Added("id", &id); }

void PokeCommand::Fields(FieldVisitor& v) {
  v.Field("region", &region);
  v.Field("word", &word);
  v.Field("value", &value);
}

nlohmann::json SentSources::Shortened(nlohmann::json command) {
  const auto source = command.find("source");
  if (!command.contains("key") || source == command.end()) return command;
  const auto [sent, first] = numbers_.try_emplace(
      source->get_ref<const std::string&>(), numbers_.size() + 1);
  if (!first) *source = "";
  command["source_number"] = sent->second;
  return command;
}

void SentSources::Complete(nlohmann::json* command) {
  const uint64_t number = command->value("source_number", uint64_t{0});
  if (number == 0) return;
  std::string& source = (*command)["source"].get_ref<std::string&>();
  const auto [known, first] = sources_.try_emplace(number, source);
  if (!first) source = known->second;
}

}  // namespace wgsync
