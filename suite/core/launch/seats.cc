#include "suite/core/launch/seats.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "suite/core/launch/layout.h"

namespace wgsync {
namespace {

// A role that no shape has.
constexpr uint32_t kNoRole = 0xFFFFFFFFu;
// Accesses of a busy group: some milliseconds on a CPU's core, and on a GPU
// whose groups all want the word.
constexpr uint32_t kBusyAccesses = 2000;

// The same on every machine, which the generators of <random> are for one
// distribution alone.
class Chance {
 public:
  explicit Chance(uint64_t seed) : state_(seed * 2654435761u + 1) {}
  // Less than `below`.
  uint32_t Next(uint32_t below) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<uint32_t>((state_ >> 33) % below);
  }

 private:
  uint64_t state_;
};

// The copy of each place: every copy as often as it has roles, by chance.
std::vector<uint32_t> ShuffledCopies(uint32_t copies, uint32_t roles,
                                     uint32_t seed) {
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < copies * roles; ++i) order.push_back(i / roles);
  Chance chance(seed);
  for (size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[chance.Next(static_cast<uint32_t>(i))]);
  }
  return order;
}

Seat PlaceOf(const LaunchSpec& spec, uint32_t copies, uint32_t place) {
  const uint32_t roles = spec.program.c.primitive->shape.roles;
  if (spec.program.c.grid.map == Mapping::kChunked) {
    return {Seat::Kind::kPlays, place % copies, place / copies};
  }
  return {Seat::Kind::kPlays, place / roles, place % roles};
}

}  // namespace

uint32_t CopiesOf(const LaunchSpec& spec) {
  const uint32_t whole = spec.groups / spec.program.c.primitive->shape.roles;
  return spec.program.c.grid.map == Mapping::kPlain && whole != 0 ? 1 : whole;
}

std::vector<Seat> SeatsOf(const LaunchSpec& spec) {
  const KernelCase& c = spec.program.c;
  const uint32_t roles = c.primitive->shape.roles;
  const uint32_t copies = CopiesOf(spec);
  std::vector<Seat> seats(spec.groups);
  if (c.grid.map == Mapping::kShuffled) {
    std::vector<uint32_t> next(copies, 0);
    uint32_t g = 0;
    for (uint32_t copy : ShuffledCopies(copies, roles, spec.shuffle)) {
      seats[g++] = {Seat::Kind::kPlays, copy, next[copy]++};
    }
  } else {
    for (uint32_t g = 0; g < copies * roles; ++g) {
      seats[g] = PlaceOf(spec, copies, g);
    }
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
  const uint32_t behind_copies = CopiesOf(spec) * shape.words * kLineWords;
  std::vector<uint32_t> words;
  for (const Seat& seat : SeatsOf(spec)) {
    const bool plays = seat.kind == Seat::Kind::kPlays;
    const bool late = plays && seat.role == shape.late_role;
    words.push_back(plays ? seat.copy * shape.words * kLineWords
                          : behind_copies);
    words.push_back(plays ? seat.role : kNoRole);
    words.push_back(late ? spec.delay : 0);
    words.push_back(seat.kind == Seat::Kind::kBusy ? kBusyAccesses : 0);
  }
  return words;
}

std::string SeatText(const Seat& seat) {
  if (seat.kind != Seat::Kind::kPlays) return "no role";
  return absl::StrCat("role ", seat.role, " of copy ", seat.copy);
}

}  // namespace wgsync
