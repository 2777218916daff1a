// A scan with decoupled look-back whose places are tickets, taken when a group
// begins: so a place before its own is always of a group that has started. A
// group that is fast may take two places of a round.
//
// Source: Merrill and Garland 2016, "Single-pass parallel prefix scan with
// decoupled look-back", which takes its places so.
// Memory ordering: taking a ticket orders nothing; run_lookback.cl's.
// Progress: a group waits for groups that have started: occupancy-bound
// execution.

// Litmus: 3 groups at most; one round: each round has its own flags.
//   words next, flag[$N]  # 1: the sum is there; 2: the prefix too
//   data sum[$N], prefix[$N]
//   groups $N
//     t = add(next, 1)
//     if t == 0 goto first
//     write sum[t] := 1
//     signal fence(global)
//     signal flag[t] := 1
//     poll while flag[t-1] == 0
//     poll k = flag[t-1]
//     poll fence(global)
//     if k == 2 goto whole
//     if read sum[t-1] != 1 goto wrong
//     poll while flag[t-2] == 0
//     poll k = flag[t-2]
//     poll fence(global)
//     if read prefix[t-2] != 1 goto wrong
//     goto first
//     whole: if read prefix[t-1] != 1 goto wrong
//     first: write prefix[t] := 1
//     signal fence(global)
//     signal flag[t] := 2

#define WG_NEXT_PLACE 0u

static inline uint wg_place(wg_ctx* c, uint round) {
  return wg_take(c, WG_NEXT_PLACE) - c->base;
}
