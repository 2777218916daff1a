#include "suite/core/base/json_value.h"

#include <utility>

#include "nlohmann/json.hpp"

namespace wgsync {

JsonValue::JsonValue() : value_(std::make_unique<nlohmann::json>()) {}

JsonValue::~JsonValue() = default;

JsonValue::JsonValue(const JsonValue& other)
    : value_(std::make_unique<nlohmann::json>(*other)) {}

// NOLINTNEXTLINE(bugprone-exception-escape): without memory nothing goes on.
JsonValue::JsonValue(JsonValue&& other) noexcept : JsonValue() {
  std::swap(value_, other.value_);
}

JsonValue& JsonValue::operator=(const JsonValue& other) {
  *value_ = *other;
  return *this;
}

JsonValue& JsonValue::operator=(JsonValue&& other) noexcept {
  std::swap(value_, other.value_);
  return *this;
}

}  // namespace wgsync
