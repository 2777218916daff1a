// The kernel of a shape of forward progress: each group plays the role of the
// copy that its seat has. The host chooses the seats, so that one text serves
// every mapping of roles to group numbers.
//
// A primitive defines wg_play(), which the group's first work-item calls. The
// payload has WG_SEAT words for each group: the first word of its copy, its
// role (one that the shape does not have: the group plays none), the accesses
// by which it is late, and those that it makes to the word of the busy groups.
// The host's twin is suite/core/launch/seats.h.
//
// Memory ordering: the shape's; a seat is never written.
// Progress: the shape's.

#define WG_SEAT 4u
#define WG_SEAT_WORDS 0u
#define WG_SEAT_ROLE 1u
#define WG_SEAT_LATE 2u
#define WG_SEAT_BUSY 3u

__kernel void wgsync_case(WG_ARGUMENTS) {
  WG_ENTER(c)
  wg_started(&c);
  if (c.lid == 0u) {
    __global const uint* seat = c.payload + WG_SEAT * c.g;
    c.place = seat[WG_SEAT_WORDS];
    c.delay = seat[WG_SEAT_LATE];
    for (uint i = 0u; i < seat[WG_SEAT_BUSY]; ++i) wg_take(&c, c.place);
    wg_play(&c, seat[WG_SEAT_ROLE]);
  }
  wg_round_made(&c);
  WG_END(c, 1u)
}
