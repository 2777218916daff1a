#include "suite/core/verdict/same_place.h"

namespace wgsync {

LadderResult ClimbStuck(const Primitive& primitive, Observation o) {
  if (o.has_pair) o.last = o.frozen;
  return ClimbLadder(primitive, o);
}

bool SamePlace(const Primitive& primitive, const Observation& a,
               const Observation& b) {
  const LadderResult of_a = ClimbStuck(primitive, a);
  const LadderResult of_b = ClimbStuck(primitive, b);
  return of_a.where == Where::kConditionTrue && of_b.where == of_a.where &&
         of_b.round == of_a.round;
}

}  // namespace wgsync
