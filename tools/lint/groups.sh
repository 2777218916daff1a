#!/usr/bin/env bash
# Sorts C++ sources into groups that compile as one file each, for clang-tidy and the instrumented
# builds: what they cost is the headers, and a group reads those once.
#
#   groups.sh MOST FILE...    prints one group a line, at most MOST files, with blanks between them
#
# Of two files that give one name to two things at namespace scope (helpers in unnamed namespaces,
# as a rule) each goes to another group; so do a file whose helper has the name of something in a
# header and a file that includes this header. Name the headers among the files. Names are read off
# lines that begin in the first column, which is where clang-format puts them. What this misses does
# not compile as a group, and the caller then takes the group's files one by one.
set -euo pipefail

most="$1"
shift
awk -v most="$most" '
# Notes that this file declares `name`. What two files may share has one `meaning` in both: an
# alias, or the header that a type is in. `arity` is of a function, since overloads get on.
function note(name, meaning, arity) {
  if (name == "" || (header && unnamed)) return
  name = scope name
  if (header) {
    exports[FILENAME] = exports[FILENAME] " " name arity
    return
  }
  if (!((FILENAME, name) in own)) names[FILENAME] = names[FILENAME] " " name
  own[FILENAME, name] = meaning
  if (unnamed) hidden[FILENAME, name] = name arity
}
function first_name(text) {
  return match(text, /^[A-Za-z_0-9]+/) ? substr(text, 1, RLENGTH) : ""
}

FNR == 1 {
  header = FILENAME !~ /\.cc$/
  unnamed = scopeless = raw = 0
  scope = ""
  if (!header) files[++count] = FILENAME
}
raw {  # the text of a raw string
  if (/\)[a-z]*"/) raw = 0
  next
}
/R"[a-z]*\(/ && !/\)[a-z]*"/ { raw = 1 }
/^namespace \{/ { unnamed = 1 }
/^\}  \/\/ namespace$/ { unnamed = 0 }
/^namespace [a-z_]+ \{/ && $2 != "wgsync" { scope = $2 "::" }
/^\}  \/\/ namespace [a-z_]+$/ { scope = "" }
/^#include "/ { split($0, part, "\""); includes[FILENAME] = includes[FILENAME] " " part[2] }
/^[A-Za-z]/ { scopeless = /^enum [A-Za-z]/ && !/^enum class/ }
scopeless {  # its enumerators are names of the namespace
  rest = $0
  while (match(rest, /k[A-Z][A-Za-z0-9]*/)) {
    note(substr(rest, RSTART, RLENGTH), FILENAME)
    rest = substr(rest, RSTART + RLENGTH)
  }
}
/^#define / { note(first_name($2), FILENAME); next }
/^[^A-Za-z_]/ || /^$/ { next }
/^(extern|namespace|template|friend|public|private|protected|return|static_assert|typedef)/ { next }
/^(class|struct|enum|enum class) [A-Za-z_0-9]+( : [A-Za-z_0-9]+)?;/ { next }
/^using [A-Za-z_0-9]+ = / { note($2, $0); next }
/^using [A-Za-z_0-9:]+;/ {
  sub(/;.*/, "")
  match($0, /[A-Za-z_0-9]+$/)
  note(substr($0, RSTART), $0)
  next
}
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
  arity = overload = ""
  if ((paren = index($0, "(")) > 0) {
    parameters = substr($0, paren + 1)
    # What other files may call is overloaded at most.
    overload = unnamed || header ? "" : "(" parameters
    gsub(/ /, "", overload)
    arity = parameters ~ /^\)/ ? "/0" : "/" (1 + gsub(/,/, "", parameters))
    $0 = substr($0, 1, paren - 1)
  }
  sub(/ +$/, "")
  if (match($0, /[A-Za-z_0-9:~]+$/)) {
    name = substr($0, RSTART)
    if (name !~ /::/) note(name overload, FILENAME, arity)
  }
}

# What the headers export that a file includes, and these include: all_exports[file, name] is the
# header, and exported[file] lists the names.
function reach(file, from,   part, n, i, j, m, name) {
  n = split(includes[from], part, " ")
  for (i = 1; i <= n; ++i) {
    if ((file, part[i]) in reached) continue
    reached[file, part[i]] = 1
    m = split(exports[part[i]], name, " ")
    for (j = 1; j <= m; ++j) {
      if (!((file, name[j]) in all_exports)) exported[file] = exported[file] " " name[j]
      all_exports[file, name[j]] = part[i]
    }
    reach(file, part[i])
  }
}

# Whether a file may join a group.
function fits(file, g,   n, i, name, key) {
  n = split(names[file], name, " ")
  for (i = 1; i <= n; ++i) {
    if ((g, name[i]) in taken && taken[g, name[i]] != own[file, name[i]]) return 0
    if (!((file, name[i]) in hidden)) continue
    key = hidden[file, name[i]]
    if ((g, key) in visible || (g, name[i]) in visible) return 0
  }
  n = split(exported[file], name, " ")
  for (i = 1; i <= n; ++i) {
    if ((g, name[i]) in covered) return 0
    # A function may be declared twice, a type or a constant not.
    if (name[i] !~ /\// && (g, name[i]) in visible &&
        visible[g, name[i]] != all_exports[file, name[i]]) return 0
  }
  return 1
}

function join_group(file, g,   n, i, name) {
  n = split(names[file], name, " ")
  for (i = 1; i <= n; ++i) {
    taken[g, name[i]] = own[file, name[i]]
    if ((file, name[i]) in hidden) covered[g, hidden[file, name[i]]] = covered[g, name[i]] = 1
  }
  n = split(exported[file], name, " ")
  for (i = 1; i <= n; ++i) visible[g, name[i]] = all_exports[file, name[i]]
  line[g] = line[g] (size[g]++ ? " " : "") file
}

END {
  for (f = 1; f <= count; ++f) {
    reach(files[f], files[f])
    for (g = 1; size[g] >= most || !fits(files[f], g); ++g) {
      if (!size[g]) break  # what it clashes with is its own header: it compiles alone
    }
    join_group(files[f], g)
    if (g > groups) groups = g
  }
  for (g = 1; g <= groups; ++g) print line[g]
}' "$@"
