// The lines of a program's text that are a demand on its end:
//
//   never 0:r == 0 && 1:r == 0
//   always x[1] >= 2 || x[0] == 0

#ifndef WGSYNC_SUITE_CORE_LITMUS_CLAIM_TEXT_H_
#define WGSYNC_SUITE_CORE_LITMUS_CLAIM_TEXT_H_

#include "suite/core/litmus/line_reader.h"
#include "suite/core/litmus/program.h"

namespace wgsync {
namespace litmus {

bool IsClaimLine(const LineReader& line);

// Of a program that is complete but for its claims. A word of local memory is
// that of group 0. Errors are the line's.
Claim ReadClaim(const Program& program, LineReader& line);

}  // namespace litmus
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LITMUS_CLAIM_TEXT_H_
