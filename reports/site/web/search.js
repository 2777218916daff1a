// The search: words of ids, verdicts, causes, devices, drivers, and the common
// names of primitives. A word is found where a word of the text begins, so that
// "hang" does not find "exchange".

// Hyphens, underscores and spaces are one thing: "spin_lock", "spin-lock".
const spaced = (text) => text.toLowerCase().replace(/[\s_-]+/g, " ").trim();
const lettersOf = (text) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

// Whether `word` begins at the start of a word of `text`; both as spaced()
// leaves them.
function startsAWord(text, word) {
  const isPart = /[a-z0-9]/;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !isPart.test(word[0]) || !isPart.test(text[at - 1])) {
      return true;
    }
  }
  return false;
}

// Shorter beginnings of names are left to the ids: "per" is of "per_item" more
// often than of "persistent threads".
const SHORTEST_START = 5;

// The primitives of the common names that these words spell, or, where more of
// the name may still be typed, begin.
function primitivesOf(words, isLast) {
  const typed = lettersOf(words.join(""));
  const isMeant = (name) => name === typed || name + "s" === typed ||
    (isLast && typed.length >= SHORTEST_START && name.startsWith(typed));
  return new Set(typed === "" ? [] : index.names
    .filter(([name]) => isMeant(lettersOf(name)))
    .flatMap(([, primitives]) => primitives));
}

// The search text as [{words, primitives}]: the longest common names first,
// each other word alone.
function searchTerms(text) {
  const words = text.split(/\s+/).filter((word) => lettersOf(word) !== "");
  const terms = [];
  for (let i = 0; i < words.length;) {
    let end = words.length;
    let primitives = primitivesOf(words.slice(i, end), true);
    while (primitives.size === 0 && end > i + 1) {
      --end;
      primitives = primitivesOf(words.slice(i, end), false);
    }
    terms.push({words: words.slice(i, end).map(spaced), primitives});
    i = end;
  }
  return terms;
}

// Whether a row fits the search, as a function of group and row. All terms must
// fit it and one column together: "h200 hang" asks for what hangs there.
function searchFilter(text, columns) {
  const terms = searchTerms(text).map(({words, primitives}) => {
    const fits = (where) => words.every((word) => startsAWord(where, word));
    return {
      primitives, fits,
      cells: index.cells.map((cell) => fits(
        spaced(index.verdicts[cell.v].name + " " + (cell.c || "")))),
      columns: index.columns.map((column) => fits(spaced(columnName(column) +
        " " + column.vendor + " " + column.full_name + " " +
        column.folder.split("/").pop()))),
    };
  });
  if (terms.length === 0) return () => true;
  return (group, row) => {
    row.text ??= spaced(rowId(group, row));
    const left = terms.filter((term) =>
      !term.primitives.has(group.primitive) && !term.fits(row.text));
    return left.length === 0 || columns.some((c) => row.c[c] >= 0 &&
      left.every((term) => term.cells[row.c[c]] || term.columns[c]));
  };
}
