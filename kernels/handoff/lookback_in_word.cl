// A scan with decoupled look-back in the order of tickets, in which a place's
// flag and its sum are one 64-bit word: no fence, and one access for each place
// that a group looks back at.
//
// Source: Merrill and Garland 2016, "Single-pass parallel prefix scan with
// decoupled look-back"; OneSweep (Adinets and Merrill 2022).
// Memory ordering: none is needed between flag and sum; run_lookback.cl's for
// the rest.
// Progress: a group waits for groups that have started: occupancy-bound
// execution.

// Litmus: 3 groups at most; one round: each round has its own flags.
//   words next, flag[$N]  # 1: with the sum; 2: with the prefix
//   groups $N
//     t = add(next, 1)
//     if t == 0 goto first
//     signal flag[t] := 1
//     poll while flag[t-1] == 0
//     poll k = flag[t-1]
//     if k == 2 goto first
//     poll while flag[t-2] == 0
//     poll k = flag[t-2]
//     first: signal flag[t] := 2

#define WG_NEXT_PLACE 0u

static inline uint wg_place(wg_ctx* c, uint round) {
  return wg_take(c, WG_NEXT_PLACE) - c->base;
}
