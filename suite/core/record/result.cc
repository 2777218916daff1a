#include "suite/core/record/result.h"

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "suite/core/verdict/verdict.h"

namespace wgsync {
namespace {

using nlohmann::json;

// Reads fields one after the other and keeps the first error.
class Reader {
 public:
  explicit Reader(const json& j) : j_(j) {}

  void Read(const char* key, std::string* out) {
    if (const json* v = Get(key, &json::is_string, "a string")) {
      *out = v->get<std::string>();
    }
  }
  void Read(const char* key, bool* out) {
    if (const json* v = Get(key, &json::is_boolean, "true or false")) {
      *out = v->get<bool>();
    }
  }
  void Read(const char* key, double* out) {
    if (const json* v = Get(key, &json::is_number, "a number")) {
      *out = v->get<double>();
    }
  }
  void Read(const char* key, int64_t* out) {
    const json* v = Get(key, &json::is_number_integer, "a whole number");
    if (v == nullptr) return;
    if (v->is_number_unsigned() && v->get<uint64_t>() > kMaxSigned) {
      Fail(key, "is too large");
    } else {
      *out = v->get<int64_t>();
    }
  }
  void Read(const char* key, uint64_t* out) {
    // The library calls a positive number unsigned when it has parsed it, and
    // signed when it was made from a signed variable.
    const json* v = Get(key, &json::is_number_integer, "a whole number");
    if (v == nullptr) return;
    if (!v->is_number_unsigned() && v->get<int64_t>() < 0) {
      Fail(key, "is negative");
    } else {
      *out = v->get<uint64_t>();
    }
  }
  void Read(const char* key, uint32_t* out) {
    uint64_t wide = 0;
    Read(key, &wide);
    if (wide > std::numeric_limits<uint32_t>::max()) {
      Fail(key, "is too large");
    } else {
      *out = static_cast<uint32_t>(wide);
    }
  }
  void Read(const char* key, std::vector<std::string>* out) {
    const json* v = Get(key, &json::is_array, "a list of strings");
    if (v == nullptr) return;
    out->clear();
    for (const json& one : *v) {
      if (!one.is_string()) return Fail(key, "is not a list of strings");
      out->push_back(one.get<std::string>());
    }
  }
  void ReadVerdict(Verdict* out) {
    std::string kind;
    std::string cause;
    Read("verdict", &kind);
    Read("cause", &cause);
    if (!error_.empty()) return;
    if (!ParseVerdictName(kind, &out->kind)) {
      Fail("verdict", absl::StrCat("is no verdict: ", kind));
    }
    if (!ParseCauseName(cause, &out->cause)) {
      Fail("cause", absl::StrCat("is no cause: ", cause));
    }
  }
  void ReadAny(const char* key, json* out) {
    if (const json* v = Find(key)) *out = *v;
  }

  // May be missing: logs of schema 1 have none.
  void ReadCounts(const char* key, std::map<std::string, uint64_t>* out) {
    const auto it = j_.find(key);
    if (it == j_.end()) return;
    if (!it->is_object()) return Fail(key, "is not an object");
    for (const auto& [name, count] : it->items()) {
      if (!count.is_number_unsigned()) return Fail(key, "has no counts");
      (*out)[name] = count.get<uint64_t>();
    }
  }

  const std::string& error() const { return error_; }

 private:
  static constexpr uint64_t kMaxSigned = std::numeric_limits<int64_t>::max();

  void Fail(const char* key, const std::string& problem) {
    if (error_.empty()) error_ = absl::StrCat("\"", key, "\" ", problem);
  }
  const json* Find(const char* key) {
    const auto it = j_.find(key);
    if (it != j_.end()) return &*it;
    Fail(key, "is missing");
    return nullptr;
  }
  const json* Get(const char* key, bool (json::*is)() const noexcept,
                  const char* what) {
    const json* v = Find(key);
    if (v == nullptr || (v->*is)()) return v;
    Fail(key, absl::StrCat("is not ", what));
    return nullptr;
  }

  const json& j_;
  std::string error_;
};

void ReadRest(Reader* in, CaseResult* r) {
  in->Read("groups", &r->groups);
  in->Read("group_size", &r->group_size);
  in->Read("residency", &r->residency);
  in->Read("rounds", &r->rounds);
  in->Read("reads", &r->reads);
  in->Read("language", &r->language);
  in->Read("kernel_digest", &r->kernel_digest);
  in->Read("seconds", &r->seconds);
  in->Read("launch_seconds", &r->launch_seconds);
  in->Read("deadline_seconds", &r->deadline_seconds);
  in->Read("started_unix_ns", &r->started_unix_ns);
  in->Read("finished_unix_ns", &r->finished_unix_ns);
  in->Read("words", &r->words);
  in->ReadAny("evidence", &r->evidence);
  in->ReadCounts("runs", &r->runs);
}

}  // namespace

json ToJson(const CaseResult& r) {
  json j;
  j["case"] = r.id;
  j["verdict"] = std::string(VerdictName(r.verdict.kind));
  j["cause"] = std::string(CauseName(r.verdict.cause));
  j["bounded"] = r.bounded;
  j["k"] = r.k;
  j["n"] = r.n;
  j["unit"] = r.unit;
  j["also"] = r.also;
  j["perturbed"] = r.perturbed;
  j["soundness"] = r.soundness;
  j["soundness_why"] = r.soundness_why;
  j["need"] = r.need;
  j["binds"] = r.binds;
  j["could_bind"] = r.could_bind;
  j["groups"] = r.groups;
  j["group_size"] = r.group_size;
  j["residency"] = r.residency;
  j["rounds"] = r.rounds;
  j["reads"] = r.reads;
  j["language"] = r.language;
  j["kernel_digest"] = r.kernel_digest;
  j["seconds"] = r.seconds;
  j["launch_seconds"] = r.launch_seconds;
  j["deadline_seconds"] = r.deadline_seconds;
  j["started_unix_ns"] = r.started_unix_ns;
  j["finished_unix_ns"] = r.finished_unix_ns;
  j["words"] = r.words;
  j["evidence"] = r.evidence;
  if (!r.runs.empty()) j["runs"] = r.runs;
  return j;
}

bool FromJson(const json& j, CaseResult* r, std::string* error) {
  if (!j.is_object()) {
    *error = "not a JSON object";
    return false;
  }
  CaseResult read;
  Reader in(j);
  in.Read("case", &read.id);
  in.ReadVerdict(&read.verdict);
  in.Read("bounded", &read.bounded);
  in.Read("k", &read.k);
  in.Read("n", &read.n);
  in.Read("unit", &read.unit);
  in.Read("also", &read.also);
  in.Read("perturbed", &read.perturbed);
  in.Read("soundness", &read.soundness);
  in.Read("soundness_why", &read.soundness_why);
  in.Read("need", &read.need);
  in.Read("binds", &read.binds);
  in.Read("could_bind", &read.could_bind);
  ReadRest(&in, &read);
  *error = in.error();
  if (!error->empty()) return false;
  *r = std::move(read);
  return true;
}

}  // namespace wgsync
