#include "suite/core/record/log_schema.h"

#include <string>
#include <utility>
#include <vector>

#include "nlohmann/json.hpp"
#include "suite/core/base/json_schema.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_log.h"

namespace wgsync {
namespace {

using nlohmann::json;

json ContextSchema(const json& options) {
  return schema::Object(
      {{"schema",
        {{"type", "integer"}, {"minimum", 1}, {"maximum", kRunLogSchema}}},
       {"suite", schema::Text()},
       {"boot_id", schema::Text()},
       {"unix_ns", schema::Whole()},
       {"device", ContextDeviceSchema()},
       {"driver_digest", schema::Text()},
       // What identifies the driver (devices/identity/fingerprint.h).
       {"fingerprint",
        schema::With(schema::MapOf(schema::Any()),
                     {{"environment", schema::MapOf(schema::Text())}})},
       {"plan", schema::ListOf(schema::Text())},
       {"options", options}},
      // Logs of schema 1 may lack these.
      {{"suite_digest", schema::Text()}, {"channel_proven", schema::Flag()}});
}

json FinishedSchema() {
  return schema::Object(
      {{"unix_ns", schema::Whole()},
       {"exit", schema::Whole()},
       // Seconds, by purpose and by phase of a launch.
       {"times",
        schema::NullOr(schema::MapOf(schema::MapOf(schema::Number())))}},
      {{"digest", schema::Text()}});
}

}  // namespace

json ContextDeviceSchema() {
  return schema::Object({{"index", schema::Text()},
                         {"full_name", schema::Text()},
                         {"slug", schema::Text()},
                         {"driver_version", schema::Text()},
                         {"type", schema::Text()}});
}

json VerdictSchema() {
  // The evidence is for people: its parts differ from case to case.
  return schema::With(schema::Of<CaseResult>(), {{"evidence", schema::Any()}});
}

json LogLineSchema(const json& options) {
  const std::vector<std::pair<std::string, json>> kinds = {
      {"context", ContextSchema(options)},
      {"started", schema::Object({{"case", schema::Text()},
                                  {"boot_id", schema::Text()},
                                  {"unix_ns", schema::Whole()},
                                  {"unbounded", schema::Flag()}})},
      {"launch", schema::Of<LaunchRecord>()},
      {"verdict", VerdictSchema()},
      {"resumed", schema::Object({{"boot_id", schema::Text()},
                                  {"unix_ns", schema::Whole()}})},
      {"note", schema::Object({{"text", schema::Text()}})},
      {"finished", FinishedSchema()},
  };
  json cases = json::array();
  for (const auto& [kind, line] : kinds) {
    const json is_kind = {{"const", kind}};
    cases.push_back({{"if", {{"properties", {{"kind", is_kind}}}}},
                     {"then", schema::With(line, {{"kind", is_kind}})}});
  }
  return schema::Published("log, a line",
                           {{"type", "object"},
                            {"properties", {{"kind", schema::Text()}}},
                            {"required", {"kind"}},
                            {"allOf", std::move(cases)}});
}

}  // namespace wgsync
