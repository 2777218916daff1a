// Rows of words that name round and index in place of sums, so that a missing
// order shows; run_lookback_rows.cl stores and checks them.
//
// Source: scans of several channels at once, as a radix sort's.
// Memory ordering: the look-back's alone.
// Progress: none needed.
