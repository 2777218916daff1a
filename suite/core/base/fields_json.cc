#include "suite/core/base/fields_json.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/base/json_value.h"

namespace wgsync {
namespace {

using nlohmann::json;

class JsonWriter final : public FieldVisitor {
 public:
  void Plain(const char* name, PlainField value) override {
    std::visit([&](const auto* v) { Put(name, *v); }, value);
  }
  void Choice(const char* name, absl::Span<const absl::string_view> names,
              size_t* index) override {
    Put(name, std::string(names[*index]));
  }
  void Object(const char* name, JsonValue* value) override {
    Put(name, **value);
  }

  bool Present(const char*, bool set) override { return set; }
  bool Given(const char* name, bool set) override {
    if (!set) Put(name, nullptr);
    return set;
  }

  bool Enter(const char* name) override {
    Put(name, json::object());
    at_.push_back(&(*at_.back())[name]);
    return true;
  }
  bool EnterList(const char* name, size_t*) override {
    Put(name, json::array());
    at_.push_back(&(*at_.back())[name]);
    return true;
  }
  bool EnterElement(size_t) override {
    at_.back()->push_back(json::object());
    at_.push_back(&at_.back()->back());
    return true;
  }
  void Leave() override { at_.pop_back(); }

  void Fail(const char*, absl::string_view) override {}

  json Take() { return std::move(whole_); }

 private:
  template <typename T>
  void Put(const char* name, const T& value) {
    (*at_.back())[name] = value;
  }

  json whole_ = json::object();
  std::vector<json*> at_ = {&whole_};
};

class JsonReader final : public FieldVisitor {
 public:
  explicit JsonReader(const json& j) : at_({&j}) {}

  void Plain(const char* name, PlainField value) override {
    std::visit([&](auto* v) { Read(name, v); }, value);
  }
  void Choice(const char* name, absl::Span<const absl::string_view> names,
              size_t* index) override {
    const json* v = Get(name, &json::is_string, "a string");
    if (v == nullptr) return;
    const std::string text = v->get<std::string>();
    const auto it = std::find(names.begin(), names.end(), text);
    if (it == names.end()) {
      return Fail(name, absl::StrCat("has a value that this wgsync does not "
                                     "know: ",
                                     text));
    }
    *index = it - names.begin();
  }
  void Object(const char* name, JsonValue* value) override {
    if (const json* v = Get(name, &json::is_object, "an object")) **value = *v;
  }

  bool Present(const char* name, bool) override {
    return at_.back()->contains(name);
  }
  bool Given(const char* name, bool) override {
    const auto it = at_.back()->find(name);
    return it == at_.back()->end() || !it->is_null();
  }

  bool Enter(const char* name) override {
    const json* v = Get(name, &json::is_object, "an object");
    if (v == nullptr) return false;
    at_.push_back(v);
    path_.push_back(name);
    return true;
  }
  bool EnterList(const char* name, size_t* size) override {
    const json* v = Get(name, &json::is_array, "a list");
    if (v == nullptr) return false;
    at_.push_back(v);
    path_.push_back(name);
    *size = v->size();
    return true;
  }
  bool EnterElement(size_t index) override {
    const std::string number = absl::StrCat("[", index, "]");
    const json& v = (*at_.back())[index];
    if (!v.is_object()) {
      Fail(number.c_str(), "is not an object");
      return false;
    }
    at_.push_back(&v);
    path_.push_back(number);
    return true;
  }
  void Leave() override {
    at_.pop_back();
    path_.pop_back();
  }

  void Fail(const char* name, absl::string_view problem) override {
    if (!error_.empty()) return;
    std::vector<std::string> path = path_;
    path.push_back(name);
    error_ = absl::StrCat(
        "\"", absl::StrReplaceAll(absl::StrJoin(path, "."), {{".[", "["}}),
        "\" ", problem);
  }

  const std::string& error() const { return error_; }

 private:
  static constexpr uint64_t kMaxSigned = std::numeric_limits<int64_t>::max();

  void Read(const char* name, bool* value) {
    ReadAs(name, &json::is_boolean, "true or false", value);
  }
  void Read(const char* name, double* value) {
    ReadAs(name, &json::is_number, "a number", value);
  }
  void Read(const char* name, std::string* value) {
    ReadAs(name, &json::is_string, "a string", value);
  }
  void Read(const char* name, std::vector<std::string>* value) {
    ReadList(name, &json::is_string, "a list of strings", value);
  }
  void Read(const char* name, std::vector<uint64_t>* value) {
    ReadList(name, &json::is_number_unsigned, "a list of numbers", value);
  }
  void Read(const char* name, std::vector<double>* value) {
    ReadList(name, &json::is_number, "a list of numbers", value);
  }
  void Read(const char* name, int64_t* value) {
    const json* v = Get(name, &json::is_number_integer, "a whole number");
    if (v == nullptr) return;
    if (v->is_number_unsigned() && v->get<uint64_t>() > kMaxSigned) {
      Fail(name, "is too large");
    } else {
      *value = v->get<int64_t>();
    }
  }
  void Read(const char* name, uint64_t* value) {
    // The library calls a positive number unsigned when it has parsed it, and
    // signed when it was made from a signed variable.
    const json* v = Get(name, &json::is_number_integer, "a whole number");
    if (v == nullptr) return;
    if (!v->is_number_unsigned() && v->get<int64_t>() < 0) {
      Fail(name, "is negative");
    } else {
      *value = v->get<uint64_t>();
    }
  }
  void Read(const char* name, uint32_t* value) {
    uint64_t wide = *value;
    Read(name, &wide);
    if (wide > std::numeric_limits<uint32_t>::max()) {
      Fail(name, "is too large");
    } else {
      *value = static_cast<uint32_t>(wide);
    }
  }
  void Read(const char* name, std::map<std::string, uint64_t>* value) {
    const json* v = Get(name, &json::is_object, "an object");
    if (v == nullptr) return;
    value->clear();
    for (const auto& [key, count] : v->items()) {
      if (!count.is_number_unsigned()) return Fail(name, "has no counts");
      (*value)[key] = count.get<uint64_t>();
    }
  }

  using Is = bool (json::*)() const noexcept;

  template <typename T>
  void ReadAs(const char* name, Is is, const char* what, T* value) {
    if (const json* v = Get(name, is, what)) *value = v->get<T>();
  }
  template <typename T>
  void ReadList(const char* name, Is is, const char* what,
                std::vector<T>* list) {
    const json* v = Get(name, &json::is_array, what);
    if (v == nullptr) return;
    list->clear();
    for (const json& one : *v) {
      if (!(one.*is)()) return Fail(name, absl::StrCat("is not ", what));
      list->push_back(one.get<T>());
    }
  }

  const json* Get(const char* name, Is is, const char* what) {
    const auto it = at_.back()->find(name);
    if (it == at_.back()->end()) {
      Fail(name, "is missing");
      return nullptr;
    }
    if (((*it).*is)()) return &*it;
    Fail(name, absl::StrCat("is not ", what));
    return nullptr;
  }

  std::vector<const json*> at_;
  std::vector<std::string> path_;
  std::string error_;
};

}  // namespace

json WriteFields(absl::FunctionRef<void(FieldVisitor&)> visit) {
  JsonWriter writer;
  visit(writer);
  return writer.Take();
}

std::string ReadFields(const json& j,
                       absl::FunctionRef<void(FieldVisitor&)> visit) {
  if (!j.is_object()) return "not a JSON object";
  JsonReader reader(j);
  visit(reader);
  return reader.error();
}

std::string FirstDifference(const json& a, const json& b) {
  for (const auto& [name, value] : a.items()) {
    if (!b.contains(name) || b.at(name) != value) return name;
  }
  for (const auto& [name, value] : b.items()) {
    if (!a.contains(name)) return name;
  }
  return "";
}

}  // namespace wgsync
