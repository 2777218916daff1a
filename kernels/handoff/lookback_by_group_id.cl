// A scan with decoupled look-back whose places are the groups' numbers.
//
// Source: Merrill and Garland 2016, "Single-pass parallel prefix scan with
// decoupled look-back"; StreamScan's adjacent synchronization before it.
// Memory ordering: run_lookback.cl's.
// Progress: a group waits for groups of lower numbers.

// Litmus: 3 groups at most; one round: each round has its own flags.
//   words flag[$N]  # 1: the sum is there; 2: the prefix too
//   data sum[$N], prefix[$N]
//   group
//     write prefix[0] := 1
//     signal fence(global)
//     signal flag[0] := 2
//   group
//     write sum[1] := 1
//     signal fence(global)
//     signal flag[1] := 1
//     poll while flag[0] == 0
//     poll k = flag[0]
//     poll fence(global)
//     if read prefix[0] != 1 goto wrong
//     write prefix[1] := 1
//     signal fence(global)
//     signal flag[1] := 2
//   $3group
//   $3  write sum[2] := 1
//   $3  signal fence(global)
//   $3  signal flag[2] := 1
//   $3  poll while flag[1] == 0
//   $3  poll k = flag[1]
//   $3  poll fence(global)
//   $3  if k == 2 goto whole
//   $3  if read sum[1] != 1 goto wrong
//   $3  poll while flag[0] == 0
//   $3  poll k = flag[0]
//   $3  poll fence(global)
//   $3  if read prefix[0] != 1 goto wrong
//   $3  goto done
//   $3  whole: if read prefix[1] != 1 goto wrong
//   $3  done: write prefix[2] := 1
//   $3  signal fence(global)
//   $3  signal flag[2] := 2

static inline uint wg_place(wg_ctx* c, uint round) {
  return round * c->n + c->g;
}
