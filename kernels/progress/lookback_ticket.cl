// Three groups take a ticket each, wait for the flag of the ticket before, and
// set their flag: a look-back by ticket.
//
// Source: Merrill and Garland (2016), with places taken at the start.
// Memory ordering: none is needed: lib/progress.cl.
// Progress: a group waits for one that took a ticket before it, which has
// started.

// After the tickets' word comes the flag of each ticket.
#define WG_FLAG_OF(ticket) (1u + (ticket))

static inline void wg_play(wg_ctx* c, uint role) {
  if (role > 2u) return;
  // A number that a broken device makes up must not lead out of the words.
  const uint ticket = min(wg_count_up(c, WG_X), 2u);
  if (ticket != 0u) WG_AWAIT(c, WG_FLAG_OF(ticket - 1u), 1u)
  WG_LATE(c);
  wg_put(c, WG_FLAG_OF(ticket), 1u);
}
