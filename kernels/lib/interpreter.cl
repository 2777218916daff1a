// Any shape whose waits are one instruction each, as data: the program of each
// role follows the seats, and a loop runs it. So a compiler sees neither
// which words a role uses nor what it waits for. What hangs as a text of
// kernels/progress/ and ends here is the compiler's matter, not the
// scheduler's.
//
// Source: the interpreter of Sorensen et al., "Specifying and Testing GPU
// Workgroup Progress Models" (OOPSLA 2021).
// Memory ordering: none is needed: lib/progress.cl.
// Progress: the shape's.

// After the seats come the number of roles, the last word of a copy, the first
// instruction of each role, and the number of instructions; then these. The
// host's twin is suite/progress/role_code.h.
#define WG_SEAT 4u  // words of a seat, as in lib/run_progress.cl
#define WG_CODE_ROLES 0u
#define WG_CODE_LAST_WORD 1u
#define WG_CODE_FIRST 2u

// An instruction. Word, value and check are each a constant and, in the next
// field, the register that is added to it; register 0 holds 0.
#define WG_STEP_OP 0u
#define WG_STEP_LATE 1u  // 1: the late role is late before it
#define WG_STEP_WORD 2u
#define WG_STEP_VALUE 4u
#define WG_STEP_CHECK 6u
#define WG_STEP_RESULT 8u  // the register that keeps the value found
#define WG_STEP_BRANCH 9u
#define WG_STEP_TARGET 10u
#define WG_STEP_FIELDS 11u
#define WG_REGISTERS 4u

#define WG_OP_AWAIT 0u           // while (word != check) {}
#define WG_OP_AWAIT_EXCHANGE 1u  // while (exchange(word, value) != check) {}
#define WG_OP_GET 2u
#define WG_OP_PUT 3u
#define WG_OP_COUNT_UP 4u
#define WG_OP_REGISTER 5u  // no access: finds what the word's register holds

#define WG_GOES_ON 0u
#define WG_GOES_IF_EQUAL 1u  // the value found equals the check
#define WG_GOES_IF_UNEQUAL 2u

static inline void wg_play(wg_ctx* c, uint role) {
  __global const uint* code = c->payload + WG_SEAT * c->n;
  const uint roles = code[WG_CODE_ROLES];
  if (role >= roles) return;
  __global const uint* steps = code + WG_CODE_FIRST + roles + 1u;
  uint k[WG_REGISTERS] = {0u, 0u, 0u, 0u};
  uint pc = code[WG_CODE_FIRST + role];
  const uint end = code[WG_CODE_FIRST + role + 1u];
  while (pc != end) {
    __global const uint* s = steps + WG_STEP_FIELDS * pc;
    // A number that a broken device makes up must not lead out of the words.
    const uint word =
        min(s[WG_STEP_WORD] + k[s[WG_STEP_WORD + 1u]], code[WG_CODE_LAST_WORD]);
    const uint value = s[WG_STEP_VALUE] + k[s[WG_STEP_VALUE + 1u]];
    const uint check = s[WG_STEP_CHECK] + k[s[WG_STEP_CHECK + 1u]];
    uint found = 0u;
    if (s[WG_STEP_LATE] != 0u) WG_LATE(c);
    switch (s[WG_STEP_OP]) {
      case WG_OP_AWAIT:
        WG_AWAIT(c, word, check)
        break;
      case WG_OP_AWAIT_EXCHANGE:
        WG_AWAIT_EXCHANGE(c, word, value, check)
        break;
      case WG_OP_GET:
        found = wg_get(c, word);
        break;
      case WG_OP_PUT:
        wg_put(c, word, value);
        break;
      case WG_OP_COUNT_UP:
        found = wg_count_up(c, word);
        break;
      default:
        found = k[s[WG_STEP_WORD + 1u]];
    }
    if (s[WG_STEP_RESULT] != 0u) k[s[WG_STEP_RESULT]] = found;
    const bool goes =
        (s[WG_STEP_BRANCH] == WG_GOES_IF_EQUAL && found == check) ||
        (s[WG_STEP_BRANCH] == WG_GOES_IF_UNEQUAL && found != check);
    pc = goes ? s[WG_STEP_TARGET] : pc + 1u;
  }
}
