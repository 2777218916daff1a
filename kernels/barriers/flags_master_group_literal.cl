// The barrier of flags_master_group as it is published: the work-items of group
// 0 watch and clear the flags inside a branch on the group, and the work-group
// barrier between the two is in that branch as well. All work-items of group 0
// take the branch, so OpenCL C allows this.
//
// Source: user code on global synchronization in OpenCL; after Xiao and Feng
// 2010, "GPU lock-free synchronization", with one array for two. Watchers take
// the flags in strides, so that a group may be smaller than the grid. The
// work-group barrier before the arrival is added. With WG_ONE_EACH the watchers
// are as published, too: a branch in place of the loop, and a work-item for
// each group of the grid; with WG_TWO_ARRAYS in addition the text is Xiao and
// Feng's: group 0 answers in a second array, flags hold the number of the
// round, and all waits are for equality.
// Memory ordering: setting and clearing release, both waits acquire, as far as
// signal, fence and poll do. In group 0 the work-group barrier of the branch
// joins the watchers to each other before the flags are cleared.
// Progress: every group must be resident.
// Roles: groups and watchers: n representatives, then one watcher for each
// flag.

// Litmus: 3 groups at most, as barriers/flags_master_group; work-group barriers
// in a branch are left out.
// Litmus of flags_master_group_literal_two_arrays: 3 groups at most, as
// barriers/flags_two_arrays; work-group barriers in a branch are left out.

// The flag that is cleared: flag i, as i is below n. PoCL 3.1 lets every
// work-item run the loop that follows the work-group barrier of a branch, also
// where its i is not below n. Then a flag that another group has set again is
// cleared, which shows, and no memory beyond the flags is written.
static inline uint wg_flag_below(wg_ctx* c, uint i) { return i % c->n; }

// A wait of wait.cl that stays, in two parts: the wait, and the note of it for
// wg_look_back(), which belongs in straight-line code before or after the wait.
// The branches then hold the published text and nothing else: with the note in
// one of them PoCL 3.1 ends a text that otherwise hangs. `waits`: this
// work-item has that wait. A watcher of several flags notes the others where it
// clears them, which no work-item does on a grid of no more groups than these.
#define WG_WAIT_BARE(c, role, word, goal)             \
  wg_before_wait(c, role, word, WG_EQUALS, goal);     \
  WG_NOTE_WAITED(c, role, wg_look(c, word) != (goal)) \
  WG_UNTIL(c, wg_poll(c, word) == (goal))             \
  WG_LOOK_AT_ONCE(c);
#define WG_NOTE_WAIT(c, waits, role, round, word, goal) \
  wg_owe(c, role, round, word, WG_EQUALS, goal);        \
  (c)->owed = (waits) ? (c)->owed : 0u;

// The flags that this work-item watches.
#ifdef WG_ONE_EACH
#define WG_EACH_WATCHED(c, i) \
  const uint i = (c)->lid;    \
  if (i < (c)->n)
#else
#define WG_EACH_WATCHED(c, i) \
  for (uint i = (c)->lid; i < (c)->n; i += (c)->size)
#endif

static inline void wg_barrier(wg_ctx* c, uint round) {
#ifdef WG_TWO_ARRAYS
  const uint raised = c->base + round + 1u;
  const uint answer = raised;
  const uint answers_at = c->n;
#else
  const uint raised = 1u;
  const uint answer = 0u;
  const uint answers_at = 0u;
#endif
  // PoCL 3.1 lets every work-item run the branch of those that have a flag:
  // they must not make the board or the flags longer.
  const uint own = answers_at + c->g;
  wg_open();
  WG_NOTE_WAIT(c, c->g == 0u && c->lid < c->n, c->n + wg_flag_below(c, c->lid),
               round, c->lid, raised)
  if (c->lid == 0u) {
    wg_arrive_before(c, c->g);
    wg_fence_before_signal();
    wg_signal_store(c, c->g, raised);
    wg_arrive_after(c, c->g);
  }
  if (c->g == 0u) {
    {
      WG_EACH_WATCHED(c, i) {
        const uint watcher = c->n + wg_flag_below(c, i);
        wg_board_count(c, watcher, WG_ROLE_ARRIVED);
        WG_WAIT_BARE(c, watcher, i, raised)
        wg_left(c, watcher);
        wg_fence_after_wait(c, i);
      }
    }
    wg_close(c);
    {
      WG_EACH_WATCHED(c, i) {
#ifndef WG_ONE_EACH
        if (i >= c->size) wg_owe(c, c->n + i, round, i, WG_EQUALS, raised);
#endif
        wg_look_back(c);
        wg_fence_before_signal();
        wg_signal_store(c, answers_at + wg_flag_below(c, i), answer);
      }
    }
  }
#if WG_BOARD != WG_BOARD_OFF
  const uint watched = c->g == 0u ? c->n : 0u;
  for (uint i = c->lid; i < watched; i += c->size) wg_closed(c, c->n + i);
#endif
  if (c->lid == 0u) {
    WG_WAIT_BARE(c, c->g, own, answer)
    wg_left(c, c->g);
    wg_fence_after_wait(c, own);
  }
  WG_NOTE_WAIT(c, c->lid == 0u, c->g, round, own, answer)
  wg_leave_barrier(c, c->g, round);
}
