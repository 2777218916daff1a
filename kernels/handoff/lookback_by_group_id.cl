// A scan with decoupled look-back whose places are the groups' numbers.
//
// Source: Merrill and Garland 2016, "Single-pass parallel prefix scan with
// decoupled look-back"; StreamScan's adjacent synchronization before it.
// Memory ordering: run_lookback.cl's.
// Progress: a group waits for groups of lower numbers.

// Litmus: 3 groups at most; one round: each round has its own flags.
//   words flag[$N]  # 1: the sum is there; 2: the prefix too
//   group
//     flag[0] := 2
//   group
//     flag[1] := 1
//     while flag[0] == 0
//     flag[1] := 2
//   $3group
//   $3  flag[2] := 1
//   $3  back: k = flag[1]
//   $3  if k == 0 goto back
//   $3  if k == 2 goto done
//   $3  while flag[0] == 0
//   $3  done: flag[2] := 2

static inline uint wg_place(wg_ctx* c, uint round) {
  return round * c->n + c->g;
}
