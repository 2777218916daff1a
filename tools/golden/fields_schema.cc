#include "tools/golden/fields_schema.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "suite/core/base/overload.h"

namespace wgsync {
namespace schema {
namespace {

using nlohmann::json;

json Text() { return {{"type", "string"}}; }
json Flag() { return {{"type", "boolean"}}; }
json Number() { return {{"type", "number"}}; }
json Whole() { return {{"type", "integer"}}; }
json Count() { return {{"type", "integer"}, {"minimum", 0}}; }

json ListOf(json element) {
  return {{"type", "array"}, {"items", std::move(element)}};
}

json MapOf(json value) {
  return {{"type", "object"}, {"additionalProperties", std::move(value)}};
}

json NullOr(json value) {
  if (value.contains("enum")) {
    value["enum"].push_back(nullptr);
  } else {
    value["type"] = {value["type"], "null"};
  }
  return value;
}

json EmptyObject() {
  return {{"type", "object"},
          {"properties", json::object()},
          {"required", json::array()}};
}

class SchemaWriter final : public FieldVisitor {
 public:
  void Plain(const char* name, PlainField value) override {
    Put(name,
        std::visit(
            Overload{[](bool*) { return Flag(); },
                     [](double*) { return Number(); },
                     [](int64_t*) { return Whole(); },
                     [](uint32_t*) {
                       json count = Count();
                       count["maximum"] = std::numeric_limits<uint32_t>::max();
                       return count;
                     },
                     [](uint64_t*) { return Count(); },
                     [](std::string*) { return Text(); },
                     [](std::vector<std::string>*) { return ListOf(Text()); },
                     [](std::vector<uint64_t>*) { return ListOf(Count()); },
                     [](std::vector<double>*) { return ListOf(Number()); },
                     [](std::map<std::string, uint64_t>*) {
                       return MapOf(Count());
                     }},
            value));
  }
  void Choice(const char* name, absl::Span<const absl::string_view> names,
              size_t*) override {
    Put(name, schema::OneOf(names));
  }

  // The schema's file says what it may hold.
  void Object(const char*, JsonValue*) override {}

  bool Present(const char* name, bool) override {
    at_.back().optional.insert(name);
    return true;
  }
  bool When(const char* name, bool) override { return Present(name, true); }
  bool Given(const char* name, bool) override {
    at_.back().nullable.insert(name);
    return true;
  }

  bool Enter(const char* name) override {
    at_.push_back({&Put(name, EmptyObject()), {}, {}});
    return true;
  }
  // One element describes all of them.
  bool EnterList(const char* name, size_t* size) override {
    at_.push_back({&Put(name, ListOf(EmptyObject())), {}, {}});
    *size = 1;
    return true;
  }
  bool EnterElement(size_t) override {
    at_.push_back({&(*at_.back().schema)["items"], {}, {}});
    return true;
  }
  void Leave() override { at_.pop_back(); }

  void Fail(const char*, absl::string_view) override {}

  json Take() { return std::move(whole_); }

 private:
  struct Place {
    json* schema;
    std::set<std::string> optional, nullable;
  };

  json& Put(const char* name, json schema) {
    const Place& place = at_.back();
    if (place.nullable.count(name) != 0) schema = NullOr(std::move(schema));
    if (place.optional.count(name) == 0) {
      (*place.schema)["required"].push_back(name);
    }
    json& field = (*place.schema)["properties"][name];
    field = std::move(schema);
    return field;
  }

  json whole_ = EmptyObject();
  std::vector<Place> at_ = {{&whole_, {}, {}}};
};

}  // namespace

json OfFields(absl::FunctionRef<void(FieldVisitor&)> visit) {
  SchemaWriter writer;
  visit(writer);
  return writer.Take();
}

json OneOf(absl::Span<const absl::string_view> names) {
  json values = json::array();
  for (const absl::string_view name : names) {
    values.push_back(std::string(name));
  }
  return {{"enum", std::move(values)}};
}

}  // namespace schema
}  // namespace wgsync
