// A matrix of T rows, in which each group has a square tile of T columns, is
// transposed in each round, there and back between two buffers: a group reads a
// tile by its rows, turns it in local memory, and stores it by its columns. In
// each round a group has another tile, which another group has stored. T is
// the largest power of two whose square is no more than the work-items, and no
// more than 32; work-items beyond T * T have nothing to do.
//
// Source: seed texts on optimization in OpenCL: transposition through local
// memory, so that loads and stores are both coalesced.
// Memory ordering: the barrier's alone; a work-group barrier in the tile.
// Progress: none needed.

#define WG_TILE_SIDE 32u

static inline uint wg_steps(uint rounds) { return rounds + 1u; }

static inline uint wg_side(uint size) {
  uint side = 1u;
  while (side < WG_TILE_SIDE && 4u * side * side <= size) side *= 2u;
  return side;
}

// Where element (row, column) lies: rows of the first buffer are columns of the
// second. An element's name is its place in the first.
static inline uint wg_place_in(uint buffer, uint row, uint column, uint side,
                               uint columns) {
  return buffer == 0u ? row * columns + column
                      : side * columns + column * side + row;
}

static inline void wg_step(wg_ctx* c, uint step) {
  const uint side = wg_side(c->size);
  const uint columns = side * c->n;
  const uint bits = wg_bits(side * columns);
  const uint tile = (c->g + step * max(c->n / 2u, 1u)) % c->n;
  const bool mine = c->lid < side * side;
  const uint a = c->lid / side;
  const uint b = c->lid % side;
  // Neighbours read neighbouring words of the one buffer and store neighbouring
  // words of the other one: (a, b) is row and column of the first, column and
  // row of the second. A column more keeps banks apart.
  const uint from = (step + 1u) & 1u;
  const uint to = step & 1u;
  if (mine) {
    const uint row = from == 0u ? a : b;
    const uint column = tile * side + (from == 0u ? b : a);
    const uint name = wg_place_in(0u, row, column, side, columns);
    if (step > 0u) {
      const uint at = wg_place_in(from, row, column, side, columns);
      wg_check(c, wg_payload_load(c, at), step - 1u, name, bits, at);
    }
    c->shared[row * (WG_TILE_SIDE + 1u) + column - tile * side] =
        wg_value(step, name, bits);
  }
  wg_late(c, step);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (mine && step < c->rounds) {
    const uint row = to == 0u ? a : b;
    const uint column = tile * side + (to == 0u ? b : a);
    wg_payload_store(
        c, wg_place_in(to, row, column, side, columns),
        c->shared[row * (WG_TILE_SIDE + 1u) + column - tile * side]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);  // before the next step's tile
}
