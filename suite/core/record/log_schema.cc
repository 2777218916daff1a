#include "suite/core/record/log_schema.h"

#include <string>
#include <utility>
#include <vector>

#include "nlohmann/json.hpp"
#include "suite/core/base/json_schema.h"
#include "suite/core/record/device_profile.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_header.h"
#include "suite/core/record/run_log.h"

namespace wgsync {
namespace {

using nlohmann::json;

json ContextSchema(const json& options) {
  // What identifies the driver (devices/identity/fingerprint.h).
  const json fingerprint =
      schema::With(schema::MapOf(schema::Any()),
                   {{"environment", schema::MapOf(schema::Text())}});
  return schema::Object(
      {{"schema",
        {{"type", "integer"}, {"minimum", 1}, {"maximum", kRunLogSchema}}},
       {"suite", schema::Text()},
       {"boot_id", schema::Text()},
       {"unix_ns", schema::Whole()},
       {"plan", schema::ListOf(schema::Text())},
       {"options", options}},
      {{"suite_digest", schema::Text()},  // missing in logs of schema 1
       {"devices",
        schema::ListOf(schema::With(schema::Of<DeviceProfile>(), {},
                                    {{"fingerprint", fingerprint}}))},
       {"part", schema::Of<Part>()},
       {"shared", schema::Flag()},
       // In logs of schema 1 and 2, in the place of "devices".
       {"device", ContextDeviceSchema()},
       {"driver_digest", schema::Text()},
       {"fingerprint", fingerprint},
       {"channel_proven", schema::Flag()}});
}

// The place of the line's device in the context; 0 if it is missing.
schema::Properties OfDevice() { return {{"device", schema::Count()}}; }

json FinishedSchema() {
  return schema::Object(
      {{"unix_ns", schema::Whole()},
       {"exit", schema::Whole()},
       // Seconds, by purpose and by phase of a launch.
       {"times",
        schema::NullOr(schema::MapOf(schema::MapOf(schema::Number())))}},
      {{"digest", schema::Text()},
       // Of the run's last part.
       {"seconds", schema::Number()},
       {"seal", schema::Text()}});
}

}  // namespace

json ContextDeviceSchema() {
  return schema::Object({{"index", schema::Text()},
                         {"full_name", schema::Text()},
                         {"slug", schema::Text()},
                         {"driver_version", schema::Text()},
                         {"type", schema::Text()}},
                        // Logs of schemas 1 and 2 lack them.
                        {{"compute_units", schema::Count()},
                         {"problem", schema::Text()},
                         {"uuid", schema::Text()}});
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
                                  {"unbounded", schema::Flag()}},
                                 OfDevice())},
      {"kernel", schema::Object({{"path", schema::Text()},
                                 {"sha256", schema::Text()},
                                 {"text", schema::Text()}})},
      {"launch", schema::With(schema::Of<LaunchRecord>(), {}, OfDevice())},
      {"verdict", schema::With(VerdictSchema(), {}, OfDevice())},
      {"again", schema::With(VerdictSchema(), {}, OfDevice())},
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
