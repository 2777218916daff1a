// Small relations between the events of one execution, as bit matrices.

#ifndef WGSYNC_SUITE_CORE_MEMORY_RELATION_H_
#define WGSYNC_SUITE_CORE_MEMORY_RELATION_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace wgsync {
namespace memory {

// A set of events.
using Mask = uint64_t;
inline constexpr size_t kMostInMask = 63;

inline bool Has(Mask mask, size_t i) { return (mask >> i & 1) != 0; }
inline Mask Bit(size_t i) { return Mask{1} << i; }
inline bool IsOne(Mask mask) { return mask != 0 && (mask & (mask - 1)) == 0; }

// A relation between events: for each event its successors.
struct Relation {
  explicit Relation(size_t n) : to(n) {}
  std::vector<Mask> to;

  bool Holds(size_t a, size_t b) const { return Has(to[a], b); }
  void Add(size_t a, size_t b) { to[a] |= Bit(b); }
  Relation operator|(const Relation& other) const {
    Relation both = *this;
    for (size_t a = 0; a < to.size(); ++a) both.to[a] |= other.to[a];
    return both;
  }
  Relation operator&(const Relation& other) const {
    Relation both = *this;
    for (size_t a = 0; a < to.size(); ++a) both.to[a] &= other.to[a];
    return both;
  }
  Relation Then(const Relation& next) const {
    Relation chain(to.size());
    for (size_t a = 0; a < to.size(); ++a) {
      for (Mask rest = to[a]; rest != 0; rest &= rest - 1)
        chain.to[a] |= next.to[__builtin_ctzll(rest)];
    }
    return chain;
  }
  Relation Inverse() const {
    Relation inverse(to.size());
    for (size_t a = 0; a < to.size(); ++a) {
      for (size_t b = 0; b < to.size(); ++b) {
        if (Holds(a, b)) inverse.Add(b, a);
      }
    }
    return inverse;
  }
  Relation OrSame() const {
    Relation same = *this;
    for (size_t a = 0; a < to.size(); ++a) same.Add(a, a);
    return same;
  }
  Relation In(Mask from, Mask into) const {
    Relation part(to.size());
    for (size_t a = 0; a < to.size(); ++a)
      part.to[a] = Has(from, a) ? to[a] & into : 0;
    return part;
  }
  Relation Closure() const {
    Relation all = *this;
    for (size_t via = 0; via < to.size(); ++via) {
      for (Mask& set : all.to) set |= Has(set, via) ? all.to[via] : 0;
    }
    return all;
  }
  bool IsIrreflexive() const {
    for (size_t a = 0; a < to.size(); ++a) {
      if (Holds(a, a)) return false;
    }
    return true;
  }
};

}  // namespace memory
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_MEMORY_RELATION_H_
