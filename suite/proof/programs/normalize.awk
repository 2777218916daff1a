# Reads LLVM IR as text, and prints it without what is not executed: comments, names of modules,
# metadata. Address computations that follow each other come in one order: LLVM hoists them out of
# loops in the order of its own lists, which the number of functions before inlining changes.

# The text with each %N that has another number by now.
function renamed(text, out) {
  out = ""
  while (match(text, /%[0-9]+/)) {
    name = substr(text, RSTART, RLENGTH)
    out = out substr(text, 1, RSTART - 1) (name in now ? now[name] : name)
    text = substr(text, RSTART + RLENGTH)
  }
  return out text
}

# The i-th address computation that was kept needs one that was not printed yet.
function must_wait(i, j) {
  for (j = 1; j <= run; ++j) {
    if (!(j in done) && computed[i] ~ (name_of[j] "($|[^0-9])")) return 1
  }
  return 0
}

# Prints the address computations that were kept: of those that may come next always the one whose
# text is the least.
function flush_run(i, j, k) {
  for (i = 1; i <= run; ++i) {
    k = 0
    for (j = 1; j <= run; ++j) {
      if (j in done || must_wait(j)) continue
      if (k == 0 || renamed(computed[j]) < renamed(computed[k])) k = j
    }
    print "  " name_of[i] " = " renamed(computed[k])
    now[name_of[k]] = name_of[i]
    done[k] = 1
  }
  for (i in done) delete done[i]
  run = 0
}

/^(;|!|source_filename|$)/ { next }
{
  sub(/ *; preds = .*$/, "")
  gsub(/,? ![a-z_.]+ ![0-9]+/, "")
}
/^define / { for (name in now) delete now[name] }
/^  %[0-9]+ = getelementptr / {
  name_of[++run] = $1
  computed[run] = substr($0, index($0, "=") + 2)
  next
}
{
  flush_run()
  print renamed($0)
}
