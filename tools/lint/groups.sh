#!/usr/bin/env bash
# Sorts C++ sources into groups that compile as one file each, for clang-tidy and the instrumented
# builds: what they cost is the headers, and a group reads those once.
#
#   groups.sh MOST FILE...    prints one group a line, at most MOST files, with blanks between them
#
# Of two files that give one name to two things at namespace scope (helpers in unnamed namespaces,
# as a rule) each goes to another group, and a file whose helper has the name of something in a
# header (name the headers among the files) is alone. Names are read off lines that begin in the
# first column, which is where clang-format puts them. What this misses does not compile as a group,
# and the caller then takes the group's files one by one.
set -euo pipefail

most="$1"
shift
awk -v most="$most" '
function note(name, what) {
  if (name == "") return
  if (header) {
    if (!unnamed) in_header[name] = 1
    return
  }
  if (unnamed) hidden[FILENAME, name] = 1
  if (!((FILENAME, name) in meaning)) names[FILENAME] = names[FILENAME] " " name
  meaning[FILENAME, name] = what
}
function first_name(text) {
  return match(text, /^[A-Za-z_0-9]+/) ? substr(text, 1, RLENGTH) : ""
}

FNR == 1 {
  header = FILENAME ~ /\.h$/
  unnamed = 0
  if (!header) files[++count] = FILENAME
}
/^namespace \{/ { unnamed = 1 }
/^\}  \/\/ namespace$/ { unnamed = 0 }
/^[A-Za-z]/ { scopeless = /^enum [A-Za-z]/ && !/^enum class/ }
header && scopeless {  # its enumerators are names of the namespace
  rest = $0
  while (match(rest, /k[A-Z][A-Za-z0-9]*/)) {
    note(substr(rest, RSTART, RLENGTH), FILENAME)
    rest = substr(rest, RSTART + RLENGTH)
  }
}
/^#define / { note(first_name($2), FILENAME); next }
/^[^A-Za-z_]/ || /^$/ { next }
/^(extern|namespace|template|friend|public|private|protected|return|typedef)/ { next }
/^using [A-Za-z_0-9]+ = / { note($2, $0); next }
/^using / { next }
/^(TEST|TEST_F|TEST_P)\(/ {
  gsub(/^[A-Z_]+\(|\).*/, "")
  gsub(/, /, "_")
  note($0, FILENAME)
  next
}
/^(INSTANTIATE_TEST_SUITE_P|MATCHER|MATCHER_P|MATCHER_P2)\(/ {
  gsub(/^[A-Z_0-9]+\(/, "")
  note(first_name($0), FILENAME)
  next
}
/^(class|struct|union|enum class|enum) [A-Za-z_0-9]+/ {
  gsub(/^(class|struct|union|enum class|enum) /, "")
  note(first_name($0), FILENAME)
  next
}
!/operator/ {
  # A function or a variable: the last name before the first of ( = { [ ;
  sub(/[={[;].*/, "")
  arity = ""  # of a function: overloads get on with each other
  if ((paren = index($0, "(")) > 0) {
    parameters = substr($0, paren + 1)
    arity = parameters ~ /^\)/ ? "/0" : "/" (1 + gsub(/,/, "", parameters))
    $0 = substr($0, 1, paren - 1)
  }
  sub(/ +$/, "")
  if (match($0, /[A-Za-z_0-9:~]+$/)) {
    name = substr($0, RSTART)
    if (name !~ /::/) {
      note(name, FILENAME)
      with_arity[FILENAME, name] = name arity
      if (header && !unnamed && arity != "") {
        delete in_header[name]
        in_header[name arity] = 1
      }
    }
  }
}

END {
  for (f = 1; f <= count; ++f) {
    file = files[f]
    n = split(names[file], mine, " ")
    alone = 0
    for (i = 1; i <= n; ++i) {
      if (!((file, mine[i]) in hidden)) continue
      if (mine[i] in in_header || with_arity[file, mine[i]] in in_header) alone = 1
    }
    for (g = 1; ; ++g) {
      if (size[g] >= most || closed[g] || (alone && size[g])) continue
      free = 1
      for (i = 1; i <= n && free; ++i) {
        if ((g, mine[i]) in taken && taken[g, mine[i]] != meaning[file, mine[i]]) free = 0
      }
      if (free) break
    }
    for (i = 1; i <= n; ++i) taken[g, mine[i]] = meaning[file, mine[i]]
    line[g] = line[g] (size[g]++ ? " " : "") file
    closed[g] = alone
    if (g > groups) groups = g
  }
  for (g = 1; g <= groups; ++g) print line[g]
}' "$@"
