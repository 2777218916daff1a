// A JSON value in a struct whose header does not need the whole parser.
//
// nlohmann/json.hpp costs a second in each file that sees it. A header that has
// a value of it as a member includes this instead, and only who looks into the
// value includes the parser:
//
//   (*profile.fingerprint)["os"];  profile.fingerprint->find("os");

#ifndef WGSYNC_SUITE_CORE_BASE_JSON_VALUE_H_
#define WGSYNC_SUITE_CORE_BASE_JSON_VALUE_H_

#include <memory>

#include "nlohmann/json_fwd.hpp"

namespace wgsync {

class JsonValue {
 public:
  JsonValue();  // null
  ~JsonValue();
  JsonValue(const JsonValue& other);
  // The other one is null, or holds what this one held.
  JsonValue(JsonValue&& other) noexcept;
  JsonValue& operator=(const JsonValue& other);
  JsonValue& operator=(JsonValue&& other) noexcept;

  const nlohmann::json& operator*() const { return *value_; }
  nlohmann::json& operator*() { return *value_; }
  const nlohmann::json* operator->() const { return value_.get(); }
  nlohmann::json* operator->() { return value_.get(); }

 private:
  std::unique_ptr<nlohmann::json> value_;  // never null
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_BASE_JSON_VALUE_H_
