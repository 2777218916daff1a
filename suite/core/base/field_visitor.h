// The one list of a struct's fields, for whatever reads, writes or compares it.
//
// A struct that crosses a process or a file has a member
// `void Fields(FieldVisitor& v)` in its .cc, which names each of its fields
// once:
//
//   void Claims::Fields(FieldVisitor& v) {
//     v.Field("c_major", &c_major);
//     v.Field("fp64", &fp64);
//     v.Added("fp16", &fp16);  // older files lack it
//   }
//
// A writer reads the values, a reader sets them. fields_json.h has both for
// JSON. A test compares the list with the published JSON Schema
// (tools/golden/fields_schema.h). The struct's header needs only
// `class FieldVisitor;`.
//
// Names in files never change their meaning. A field that is added later may be
// missing, and then keeps the default that means "as before".

#ifndef WGSYNC_SUITE_CORE_BASE_FIELD_VISITOR_H_
#define WGSYNC_SUITE_CORE_BASE_FIELD_VISITOR_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"

namespace wgsync {

class JsonValue;  // json_value.h

// The types of fields that have no fields themselves.
using PlainField =
    std::variant<bool*, double*, int64_t*, uint32_t*, uint64_t*, std::string*,
                 std::vector<std::string>*, std::vector<uint64_t>*,
                 std::vector<double>*, std::map<std::string, uint64_t>*>;

class FieldVisitor {
 public:
  virtual ~FieldVisitor() = default;

  virtual void Plain(const char* name, PlainField value) = 0;
  template <typename T>
  void Field(const char* name, T* value) {
    Plain(name, value);
  }

  // One of `names`, by its index; it is the name that is written.
  virtual void Choice(const char* name,
                      absl::Span<const absl::string_view> names,
                      size_t* index) = 0;

  // An object of any content.
  virtual void Object(const char* name, JsonValue* value) = 0;

  // True where the field is to be visited now. A writer leaves the field out
  // unless `set`; a reader passes over one that is missing.
  virtual bool Present(const char* name, bool set) = 0;

  // Returns `holds`: whether the struct, as its other fields are, has the field
  // `name`. A schema visits it in any case, and does not require it.
  virtual bool When(const char* name, bool holds) {
    static_cast<void>(name);
    return holds;
  }
  // True where the field has a value. A writer writes null unless `set`; a
  // reader passes over null.
  virtual bool Given(const char* name, bool set) = 0;

  // Between these the fields are those of a struct that is itself the field
  // `name`. After false there is nothing to visit and nothing to leave.
  virtual bool Enter(const char* name) = 0;
  virtual void Leave() = 0;
  // The same for a field that is a list of `*size` structs, which a reader
  // sets, and for each of them.
  virtual bool EnterList(const char* name, size_t* size) = 0;
  virtual bool EnterElement(size_t index) = 0;

  // Reports that the value that was read for `name` has no meaning; the first
  // report of a visit counts. A writer ignores it.
  virtual void Fail(const char* name, absl::string_view problem) = 0;

  template <typename T>
  void Struct(const char* name, T* value) {
    if (!Enter(name)) return;
    value->Fields(*this);
    Leave();
  }

  // A list of structs; a reader fills an empty one. `visit_one` names the
  // fields of each, which is one without values if a schema asks.
  template <typename T, typename VisitOne>
  void List(const char* name, std::vector<T>* list, VisitOne visit_one) {
    size_t size = list->size();
    if (!EnterList(name, &size)) return;
    list->resize(size);
    for (size_t i = 0; i < size; ++i) {
      if (!EnterElement(i)) continue;
      visit_one(&(*list)[i]);
      Leave();
    }
    Leave();
  }
  template <typename T>
  void List(const char* name, std::vector<T>* list) {
    List(name, list, [this](T* one) { one->Fields(*this); });
  }

  // An enumeration with a table, see EnumRow below. Found by the type of the
  // value: `absl::Span<const absl::string_view> NamesOf(E)`.
  template <typename E>
  void Enum(const char* name, E* value) {
    size_t index = static_cast<size_t>(*value);
    Choice(name, NamesOf(*value), &index);
    *value = static_cast<E>(index);
  }

  // The same for one that may be missing: "".
  template <typename E>
  void EnumOrNone(const char* name, absl::optional<E>* value) {
    std::vector<absl::string_view> names = {""};
    for (absl::string_view one : NamesOf(E())) names.push_back(one);
    size_t index = value->has_value() ? 1 + static_cast<size_t>(**value) : 0;
    Choice(name, names, &index);
    *value = absl::nullopt;
    if (index > 0) *value = static_cast<E>(index - 1);
  }

  // A field that is only written: a value that is computed, or a constant.
  template <typename T>
  void Written(const char* name, T value) {
    Field(name, &value);
  }

  // A field that files made before it was added lack.
  template <typename T>
  void Added(const char* name, T* value) {
    if (Present(name, true)) Field(name, value);
  }

  // A field that is written only where it is not as usual.
  template <typename T>
  void Rare(const char* name, T* value, const T& usual) {
    if (Present(name, *value != usual)) Field(name, value);
  }
  template <typename T>
  void RareList(const char* name, std::vector<T>* list) {
    if (Present(name, !list->empty())) List(name, list);
  }
  template <typename E>
  void RareEnum(const char* name, E* value, E usual) {
    if (Present(name, *value != usual)) Enum(name, value);
  }
};

// The name of a value; "" if there is none.
template <typename E, typename = std::enable_if_t<std::is_enum<E>::value>>
absl::string_view NameOf(E value) {
  return NamesOf(value)[static_cast<size_t>(value)];
}
template <typename E>
absl::string_view NameOf(const absl::optional<E>& value) {
  return value.has_value() ? NameOf(*value) : "";
}

// Sets the value that has this name; false if none has it.
template <typename E>
bool ReadName(absl::string_view name, E* value) {
  const absl::Span<const absl::string_view> names = NamesOf(*value);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return false;
  *value = static_cast<E>(found - names.begin());
  return true;
}

// True where row i is about the value i, and the last row about `last`.
template <typename Row, size_t n, typename E>
constexpr bool Describes(const Row (&rows)[n], E last,
                         E Row::*value = &Row::value) {
  for (size_t i = 0; i < n; ++i) {
    if (static_cast<size_t>(rows[i].*value) != i) return false;
  }
  return rows[n - 1].*value == last;
}

using NameSpan = absl::Span<const absl::string_view>;

template <size_t n>
struct NameList {
  absl::string_view names[n];
};

// Does not compile unless the rows are as Describes() has them.
template <typename Row, size_t n, typename E>
constexpr NameList<n> EnumNames(const Row (&rows)[n], E last,
                                E Row::*value = &Row::value) {
  if (!Describes(rows, last, value)) throw "one row each";
  NameList<n> list = {};
  for (size_t i = 0; i < n; ++i) list.names[i] = rows[i].name;
  return list;
}

// The names of an enumeration's values, in its order:
//
//   constexpr auto kTrialNames = EnumNames<Trial>(
//       {{Trial::kNotRun, "not_run"}, ...}, Trial::kWrong);
//   NameSpan NamesOf(Trial) { return kTrialNames.names; }
template <typename E>
struct EnumRow {
  E value;
  absl::string_view name;
};
template <typename E, size_t n>
constexpr NameList<n> EnumNames(const EnumRow<E> (&rows)[n], E last) {
  return EnumNames(rows, last, &EnumRow<E>::value);
}

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_BASE_FIELD_VISITOR_H_
