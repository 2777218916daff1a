// The prefix sums of one element for each work-item; run_lookback.cl has what
// is stored and checked.
//
// Source: the classical use of a chain of hand-offs.
// Memory ordering: the look-back's alone.
// Progress: none needed.
