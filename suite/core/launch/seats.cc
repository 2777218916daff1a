#include "suite/core/launch/seats.h"

#include <algorithm>
#include <cstddef>

#include "suite/core/launch/layout.h"
#include "suite/core/progress/litmus_facts.h"
#include "suite/core/progress/mapping.h"

namespace wgsync {
namespace {

// A role that no shape has.
constexpr uint32_t kNoRole = 0xFFFFFFFFu;
// Accesses of a busy group: some milliseconds on a CPU's core, and on a GPU
// whose groups all want the word.
constexpr uint32_t kBusyAccesses = 2000;

}  // namespace

uint32_t CopiesOf(const LaunchSpec& spec) {
  const uint32_t whole = spec.groups / spec.program.c.primitive->shape.roles;
  const bool plain = spec.program.c.grid.map == progress::Mapping::kPlain;
  return plain ? std::min(whole, 1u) : whole;
}

std::vector<Seat> SeatsOf(const LaunchSpec& spec) {
  const KernelCase& c = spec.program.c;
  std::vector<Seat> seats(spec.groups);
  std::vector<uint32_t> next(CopiesOf(spec), 0);  // role of each copy
  uint32_t g = 0;
  for (uint32_t copy : progress::CopiesById(
           c.primitive->shape.roles, next.size(), c.grid.map, spec.shuffle)) {
    seats[g++] = {Seat::Kind::kPlays, copy, next[copy]++};
  }
  if (c.grid.load == GridLoad::kNone) return seats;
  for (Seat& seat : seats) {
    const bool spare = seat.kind == Seat::Kind::kIdle || seat.copy % 2 == 1;
    if (spare) seat.kind = Seat::Kind::kBusy;
  }
  return seats;
}

std::vector<uint32_t> SeatWords(const LaunchSpec& spec) {
  const Shape& shape = spec.program.c.primitive->shape;
  const uint32_t after_copies = CopiesOf(spec) * shape.words * kLineWords;
  std::vector<uint32_t> words;
  for (const Seat& seat : SeatsOf(spec)) {
    const bool plays = seat.kind == Seat::Kind::kPlays;
    const bool late = plays && seat.role == shape.late_role;
    words.push_back(plays ? seat.copy * shape.words * kLineWords
                          : after_copies);
    words.push_back(plays ? seat.role : kNoRole);
    words.push_back(late ? spec.delay : 0);
    words.push_back(seat.kind == Seat::Kind::kBusy ? kBusyAccesses : 0);
  }
  const std::vector<uint32_t> code = InterpretedCode(spec);
  words.insert(words.end(), code.begin(), code.end());
  return words;
}

std::vector<uint32_t> InterpretedCode(const LaunchSpec& spec) {
  const KernelCase& c = spec.program.c;
  if (c.grid.form != Form::kInterpreted) return {};
  const absl::Span<const uint32_t> code =
      progress::FindShapeFacts(progress::ShapeOfPrimitive(c.primitive->name))
          ->code;
  return {code.begin(), code.end()};
}

std::vector<uint64_t> SeatWordOrder(const LaunchSpec& spec) {
  const bool chunked = spec.program.c.grid.map == progress::Mapping::kChunked;
  const uint32_t step = chunked ? 1 : spec.program.c.primitive->shape.roles;
  std::vector<uint64_t> order;
  for (uint32_t word = 0; word < kSeatWords; ++word) {
    for (uint32_t first = 0; first < step; ++first) {
      for (uint32_t g = first; g < spec.groups; g += step) {
        order.push_back(uint64_t{g} * kSeatWords + word);
      }
    }
  }
  const size_t all = order.size() + InterpretedCode(spec).size();
  while (order.size() < all) order.push_back(order.size());
  return order;
}

}  // namespace wgsync
