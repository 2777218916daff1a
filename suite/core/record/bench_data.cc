#include "suite/core/record/bench_data.h"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "suite/core/base/parse_json.h"

namespace wgsync {
namespace {

using nlohmann::json;

// Reads fields one after the other and keeps the first error.
class Fields {
 public:
  explicit Fields(const json& j) : j_(j) {}

  void Read(const char* key, std::string* out) {
    const json* v = Get(key, &json::is_string, "a string");
    if (v != nullptr) *out = v->get<std::string>();
  }
  void Read(const char* key, bool* out) {
    const json* v = Get(key, &json::is_boolean, "true or false");
    if (v != nullptr) *out = v->get<bool>();
  }
  void Read(const char* key, double* out) {
    const json* v = Get(key, &json::is_number, "a number");
    if (v == nullptr) return;
    *out = v->get<double>();
    if (!std::isfinite(*out) || *out < 0) Fail(key, "is no time or count");
  }
  void Read(const char* key, uint64_t* out) {
    const json* v = Get(key, &json::is_number_unsigned, "a whole number");
    if (v != nullptr) *out = v->get<uint64_t>();
  }
  void Read(const char* key, uint32_t* out) {
    uint64_t wide = 0;
    Read(key, &wide);
    if (wide > std::numeric_limits<uint32_t>::max()) Fail(key, "is too large");
    *out = static_cast<uint32_t>(wide);
  }
  void Read(const char* key, std::vector<double>* out) {
    const json* v = Get(key, &json::is_array, "a list");
    if (v == nullptr) return;
    for (const json& one : *v) {
      if (!one.is_number() || !std::isfinite(one.get<double>()) ||
          one.get<double>() < 0) {
        return Fail(key, "is not a list of times");
      }
      out->push_back(one.get<double>());
    }
  }
  void Read(const char* key, std::vector<std::string>* out) {
    const json* v = Get(key, &json::is_array, "a list");
    if (v == nullptr) return;
    for (const json& one : *v) {
      if (!one.is_string()) return Fail(key, "is not a list of strings");
      out->push_back(one.get<std::string>());
    }
  }
  // Each element by `read`, which gives its own first error.
  template <typename T>
  void ReadEach(const char* key, std::string (*read)(const json&, T*),
                std::vector<T>* out) {
    const json* v = Get(key, &json::is_array, "a list");
    if (v == nullptr) return;
    for (const json& one : *v) {
      if (!one.is_object()) return Fail(key, "is not a list of objects");
      out->emplace_back();
      const std::string error = read(one, &out->back());
      if (error.empty()) continue;
      return Fail(key, absl::StrCat("[", out->size() - 1, "]: ", error));
    }
  }
  const std::string& error() const { return error_; }

 private:
  void Fail(const char* key, const std::string& problem) {
    if (error_.empty()) error_ = absl::StrCat("\"", key, "\" ", problem);
  }
  const json* Get(const char* key, bool (json::*is)() const noexcept,
                  const char* what) {
    const auto it = j_.find(key);
    if (it != j_.end() && ((*it).*is)()) return &*it;
    Fail(key, absl::StrCat(it == j_.end() ? "is missing" : "is not ",
                           it == j_.end() ? "" : what));
    return nullptr;
  }

  const json& j_;
  std::string error_;
};

json BaseJson(const BenchBase& b) {
  return {{"workload", b.workload},     {"groups", b.groups},
          {"group_size", b.group_size}, {"clock", b.clock},
          {"rounds", b.rounds},         {"seconds", b.seconds},
          {"one_round", b.one_round},   {"wrong", b.wrong},
          {"reason", b.reason}};
}

std::string ReadBase(const json& j, BenchBase* b) {
  Fields f(j);
  f.Read("workload", &b->workload);
  f.Read("groups", &b->groups);
  f.Read("group_size", &b->group_size);
  f.Read("clock", &b->clock);
  f.Read("rounds", &b->rounds);
  f.Read("seconds", &b->seconds);
  f.Read("one_round", &b->one_round);
  f.Read("wrong", &b->wrong);
  f.Read("reason", &b->reason);
  return f.error();
}

std::string ReadShares(const json& j, Shares* s) {
  Fields f(j);
  f.Read("least", &s->least);
  f.Read("median", &s->median);
  f.Read("most", &s->most);
  return f.error();
}

json LineJson(const BenchLine& l) {
  json shares = json::array();
  for (const Shares& s : l.shares) {
    shares.push_back(
        {{"least", s.least}, {"median", s.median}, {"most", s.most}});
  }
  json j = {{"id", l.id},
            {"soundness", l.soundness},
            {"need", l.need},
            {"groups", l.groups},
            {"group_size", l.group_size},
            {"residency", l.residency},
            {"bounded", l.bounded},
            {"outcome", l.outcome},
            {"reason", l.reason},
            {"clock", l.clock},
            {"rounds", l.rounds},
            {"operations", l.operations},
            {"seconds", l.seconds},
            {"base_seconds", l.base_seconds},
            {"judged", l.judged},
            {"failed", l.failed},
            {"checked_reads", l.checked_reads},
            {"shares", shares}};
  if (l.timed()) {
    const Spread ns = l.Ns();
    j["ns"] = {{"least", ns.least},
               {"lower", ns.lower},
               {"median", ns.median},
               {"upper", ns.upper},
               {"most", ns.most}};
  }
  return j;
}

std::string ReadLine(const json& j, BenchLine* l) {
  Fields f(j);
  f.Read("id", &l->id);
  f.Read("soundness", &l->soundness);
  f.Read("need", &l->need);
  f.Read("groups", &l->groups);
  f.Read("group_size", &l->group_size);
  f.Read("residency", &l->residency);
  f.Read("bounded", &l->bounded);
  f.Read("outcome", &l->outcome);
  f.Read("reason", &l->reason);
  f.Read("clock", &l->clock);
  f.Read("rounds", &l->rounds);
  f.Read("operations", &l->operations);
  f.Read("seconds", &l->seconds);
  f.Read("base_seconds", &l->base_seconds);
  f.Read("judged", &l->judged);
  f.Read("failed", &l->failed);
  f.Read("checked_reads", &l->checked_reads);
  f.ReadEach("shares", &ReadShares, &l->shares);
  return f.error();
}

}  // namespace

BaseTime BenchBase::Time() const {
  BaseTime t;
  if (!reason.empty() || seconds.empty() || one_round.empty()) return t;
  t.one_round = SpreadOf(one_round).median;
  t.rounds = rounds;
  t.seconds = SpreadOf(seconds).median;
  return t;
}

Spread BenchLine::Ns() const {
  std::vector<double> ns;
  for (double s : seconds) {
    ns.push_back(NsPerOperation(s, base_seconds, operations));
  }
  return SpreadOf(std::move(ns));
}

json ToJson(const Bench& b) {
  json bases = json::array(), lines = json::array();
  for (const BenchBase& base : b.bases) bases.push_back(BaseJson(base));
  for (const BenchLine& line : b.lines) lines.push_back(LineJson(line));
  return {{"kind", "bench"},
          {"schema", kBenchSchema},
          {"device",
           {{"full_name", b.device},
            {"driver_version", b.driver_version},
            {"type", b.type}}},
          {"driver_digest", b.driver_digest},
          {"launches", b.launches},
          {"seconds", b.seconds},
          {"notes", b.notes},
          {"bases", bases},
          {"lines", lines}};
}

absl::StatusOr<Bench> ParseBench(absl::string_view text,
                                 const std::string& name) {
  const auto wrong = [&name](const std::string& what) {
    return absl::InvalidArgumentError(
        absl::StrCat(name, ": ", what,
                     "; it must be a file that `wgsync bench --json` wrote"));
  };
  const json j = ParseJson(text);
  if (!j.is_object() || !j.contains("kind") || j["kind"] != "bench") {
    return wrong("not a bench");
  }
  uint32_t schema = 0;
  Fields f(j);
  f.Read("schema", &schema);
  if (f.error().empty() && schema > kBenchSchema) {
    return wrong(absl::StrCat("schema ", schema,
                              " is a newer wgsync's; this one reads ",
                              kBenchSchema));
  }
  Bench b;
  f.Read("driver_digest", &b.driver_digest);
  f.Read("launches", &b.launches);
  f.Read("seconds", &b.seconds);
  f.Read("notes", &b.notes);
  f.ReadEach("bases", &ReadBase, &b.bases);
  f.ReadEach("lines", &ReadLine, &b.lines);
  if (!f.error().empty()) return wrong(f.error());
  if (!j.contains("device") || !j["device"].is_object()) {
    return wrong("\"device\" is missing");
  }
  Fields d(j["device"]);
  d.Read("full_name", &b.device);
  d.Read("driver_version", &b.driver_version);
  d.Read("type", &b.type);
  if (!d.error().empty()) return wrong(absl::StrCat("device: ", d.error()));
  return b;
}

absl::StatusOr<Bench> ReadBench(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    return absl::NotFoundError(absl::StrCat(
        file,
        ": cannot be read; name a file that `wgsync bench --json` wrote"));
  }
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  return ParseBench(text, file);
}

absl::Status WriteBench(const Bench& bench, const std::string& file) {
  // What was there stays until all of the new is on the disk.
  const std::string beside = file + ".part";
  std::ofstream out(beside, std::ios::binary | std::ios::trunc);
  out << ToJson(bench).dump(1, ' ', false, json::error_handler_t::replace)
      << "\n";
  out.close();
  if (out && std::rename(beside.c_str(), file.c_str()) == 0) {
    return absl::OkStatus();
  }
  std::remove(beside.c_str());
  return absl::InvalidArgumentError(absl::StrCat(
      file, ": cannot be written; name a file in a folder that exists"));
}

}  // namespace wgsync
