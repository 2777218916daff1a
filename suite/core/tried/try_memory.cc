#include "suite/core/tried/try_memory.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/launch/layout.h"
#include "suite/core/plan/case.h"

namespace wgsync {
namespace {

constexpr uint8_t kFill = kPattern & 0xFF;
// At least so much after the last element is watched; the last word of a region
// is the worker's guard.
constexpr uint64_t kMargin = 256;
constexpr size_t kMostShown = 4;

// Of the element `i`, unless that is negative; nullptr: any type holds it.
absl::StatusOr<Value> ValueOf(const Expression& e, const std::string& at,
                              TryScope* scope, int64_t i = -1,
                              const ElementType* type = nullptr) {
  scope->scalars[kIndexSymbol] = Value::Whole(i);
  const Value value = e.Eval(scope);
  std::string problem = std::exchange(scope->problem, "");
  if (problem.empty() && type != nullptr && !Holds(*type, value)) {
    problem = absl::StrCat(ValueText(value), " is not a value of ", type->name,
                           " (change it, or the type)");
  }
  if (problem.empty()) return value;
  return BadInput(at, ": '", e.text(), "': ", problem,
                  i < 0 ? "" : absl::StrCat(", for i = ", i));
}

absl::StatusOr<uint64_t> LengthOf(const TryArgument& a, TryScope* scope) {
  ASSIGN_OR_RETURN(const Value length, ValueOf(a.length, a.at, scope));
  if (length.is_real || length.whole <= 0) {
    return BadInput(a.at, ": '", a.length.text(),
                    "': a length is a whole number above 0, not ",
                    ValueText(length),
                    "; groups: ", ValueText(scope->scalars[kGroupsSymbol]));
  }
  const uint64_t n = static_cast<uint64_t>(length.whole);
  if (n <= kHalfBytes / a.type->bytes / a.width) return n * a.width;
  return absl::ResourceExhaustedError(
      absl::StrCat(a.name, " has ", n, " elements; a launch may have ",
                   kHalfBytes >> 20, " MiB of memory"));
}

absl::StatusOr<std::vector<uint8_t>> FirstOf(const TryArgument& a,
                                             uint64_t length, TryScope* scope) {
  std::vector<uint8_t> first(length * a.type->bytes);
  if (a.value.text().empty()) return first;
  for (uint64_t i = 0; i < length; ++i) {
    ASSIGN_OR_RETURN(
        const Value value,
        ValueOf(a.value, a.at, scope, static_cast<int64_t>(i), a.type));
    StoreValue(value, *a.type, &first[i * a.type->bytes]);
  }
  return first;
}

class Judge {
 public:
  Judge(const TrySpec& spec, TryMemory* memory, const uint8_t* half)
      : spec_(spec), scope_(memory->scope) {
    for (TryScope::Buffer& b : scope_.buffers) b.now = half + b.offset;
  }

  absl::StatusOr<TryJudgement> Run(const TryImages& images) {
    // A write before another buffer is beyond its neighbour.
    constexpr int64_t kBefore = -int64_t{kPage};
    if (!scope_.buffers.empty()) Outside(scope_.buffers[0], -1, kBefore - 1);
    for (const TryScope::Buffer& b : scope_.buffers) {
      Outside(b, static_cast<int64_t>(b.first.size()),
              static_cast<int64_t>(b.bytes - sizeof(uint32_t)));
    }
    for (const TryRight& right : spec_.rights) {
      if (right.kind == TryRight::kExpression) {
        RETURN_IF_ERROR(Each(right));
      } else {
        Compare(images[right.kind], right.guessed);
      }
    }
    return std::move(j_);
  }

 private:
  // Bytes from the buffer's first one on, to one that is not looked at.
  void Outside(const TryScope::Buffer& b, int64_t from, int64_t to) {
    for (int64_t at = from; at != to; at += from < 0 ? -1 : 1) {
      if (b.now[at] == kFill) continue;
      const int64_t bytes = b.type->bytes;
      j_.beyond.push_back({spec_.arguments[b.argument].name,
                           at < 0 ? ~(~at / bytes) : at / bytes, "",
                           absl::StrCat(b.length)});
      return;
    }
  }

  void Wrong(TryWrong wrong) {
    ++j_.wrong;
    if (j_.shown.size() < kMostShown) j_.shown.push_back(std::move(wrong));
  }

  absl::Status Each(const TryRight& right) {
    const Expression& e = right.expression;
    const int over = e.over();
    const auto n =
        over < 0 ? 1 : static_cast<int64_t>(scope_.buffers[over].length);
    j_.checked += n;
    for (int64_t i = 0; i < n; ++i) {
      ASSIGN_OR_RETURN(const Value holds,
                       ValueOf(e, right.at, &scope_, over < 0 ? -1 : i));
      if (holds.IsTrue()) continue;
      const Expression::Sides sides = e.SidesOf(&scope_);
      if (sides.buffer < 0) {
        Wrong({right.text, i, "", ""});
      } else {
        Wrong({spec_.symbols.buffers[sides.buffer], sides.index.whole,
               ValueText(sides.got), ValueText(sides.want)});
      }
    }
    return absl::OkStatus();
  }

  void Compare(const TryImage& image, bool guessed) {
    if (image.empty()) return;
    for (int b : spec_.Compared()) {
      const TryScope::Buffer& buffer = scope_.buffers[b];
      const uint32_t bytes = buffer.type->bytes;
      const auto n = static_cast<int64_t>(buffer.length);
      j_.checked += n;
      if (memcmp(buffer.now, image[b].data(), image[b].size()) == 0) continue;
      for (int64_t i = 0; i < n; ++i) {
        const uint8_t* const want = &image[b][i * bytes];
        if (memcmp(buffer.now + i * bytes, want, bytes) == 0) continue;
        TryWrong wrong = {
            spec_.symbols.buffers[b], i,
            ValueText(LoadValue(*buffer.type, buffer.now + i * bytes)),
            ValueText(LoadValue(*buffer.type, want))};
        if (!guessed) {
          Wrong(std::move(wrong));
        } else if (j_.differs.size() < kMostShown) {
          j_.differs.push_back(std::move(wrong));
        }
      }
    }
  }

  const TrySpec& spec_;
  TryScope& scope_;
  TryJudgement j_;
};

}  // namespace

void TryWrong::Fields(FieldVisitor& v) {
  v.Field("what", &what);
  v.Field("index", &index);
  v.Rare("got", &got, {});
  v.Rare("want", &want, {});
}

absl::StatusOr<TryMemory> MakeMemory(const TrySpec& spec, uint32_t groups,
                                     uint64_t launch) {
  TryMemory memory;
  TryScope& scope = memory.scope;
  scope.scalars = {Value::Whole(groups),
                   Value::Whole(spec.items),
                   {},
                   Value::Whole(static_cast<int64_t>(launch))};
  std::vector<uint64_t> shape = spec.shape;
  const auto grid = Sides(groups, std::max<uint32_t>(1, shape.size()));
  shape.resize(grid.size(), 1);
  shape.insert(shape.begin(), grid.begin(), grid.end());
  for (uint64_t side : shape) {
    scope.scalars.push_back(Value::Whole(static_cast<int64_t>(side)));
  }
  memory.lengths.resize(spec.arguments.size());
  memory.values.resize(spec.arguments.size());
  uint64_t end = kPage;  // the page before the first buffer is watched, too
  for (size_t n = 0; n < spec.arguments.size(); ++n) {
    const TryArgument& a = spec.arguments[n];
    if (a.kind == TryArgument::kScalar) {
      ASSIGN_OR_RETURN(memory.values[n],
                       ValueOf(a.value, a.at, &scope, -1, a.type));
      scope.scalars.push_back(memory.values[n]);
      continue;
    }
    ASSIGN_OR_RETURN(const uint64_t length, LengthOf(a, &scope));
    memory.lengths[n] = length * a.type->bytes;
    if (a.kind == TryArgument::kLocal) continue;
    TryScope::Buffer b;
    b.type = a.type;
    b.length = length;
    b.argument = static_cast<int>(n);
    b.offset = end;
    b.bytes = (memory.lengths[n] + kMargin + kPage - 1) / kPage * kPage;
    end += b.bytes;
    if (end > kHalfBytes) {
      return absl::ResourceExhaustedError(
          absl::StrCat("the buffers have more than the ", kHalfBytes >> 20,
                       " MiB that a launch may have"));
    }
    ASSIGN_OR_RETURN(b.first, FirstOf(a, length, &scope));
    scope.buffers.push_back(std::move(b));
  }
  return memory;
}

void KeepValues(const TrySpec& spec, const TryImage& left, TryMemory* memory) {
  for (int b : spec.BuffersOf("kept")) {
    memory->scope.buffers[b].first = left[b];
    memory->scope.buffers[b].sums.clear();
  }
}

void FillMemory(const TryMemory& memory, uint8_t* half) {
  std::fill_n(half, kPage, kFill);
  for (const TryScope::Buffer& b : memory.scope.buffers) {
    std::copy(b.first.begin(), b.first.end(), half + b.offset);
    std::fill(half + b.offset + b.first.size(), half + b.offset + b.bytes,
              kFill);
  }
}

TryImage ImageOf(const TryMemory& memory, const uint8_t* half) {
  TryImage image;
  for (const TryScope::Buffer& b : memory.scope.buffers) {
    image.emplace_back(half + b.offset, half + b.offset + b.first.size());
  }
  return image;
}

absl::StatusOr<TryJudgement> JudgeMemory(const TrySpec& spec, TryMemory* memory,
                                         const uint8_t* half,
                                         const TryImages& images) {
  return Judge(spec, memory, half).Run(images);
}

}  // namespace wgsync
