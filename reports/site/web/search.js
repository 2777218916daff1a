// The search: words of ids, verdicts, causes, soundness, devices, drivers, and
// the common names of primitives. A word is found where a word of the text
// begins, so that "hang" does not find "exchange". "-word" must not be found.
// "soundness:racy", "differs:A,B" and "worse:A,B" ask for rows, where A and B
// are words of columns, or their numbers.

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

// What people call a verdict.
const ALIASES = {deadlock: "hang", freeze: "hang", timeout: "hang",
  race: "racy"};

const columnText = (c) => spaced(columnName(index.columns[c]) + " " +
  index.columns[c].vendor + " " + index.columns[c].full_name + " " +
  index.columns[c].folder.split("/").pop());

// "H200,PoCL": whether the cells of two such columns of a row are so.
function pairTest(value, isSo) {
  const named = value.split(",").map((word) => [...index.columns.keys()]
    .filter((c) => /^\d+$/.test(word) ? String(c + 1) === word
      : startsAWord(columnText(c), spaced(word))));
  const [first, second = [...index.columns.keys()]] = named;
  return (row) => first.some((a) => second.some((b) => row.c[a] >= 0 &&
    row.c[b] >= 0 && isSo(index.cells[row.c[a]], index.cells[row.c[b]])));
}

// As DirectionOf() two results, but for their kernels, grids and times.
function isWorse(after, before) {
  const [is, was] = [after, before].map((cell) =>
    (cell.r || [cell.v]).map((number) => index.verdicts[number]));
  return !after.n && index.verdicts[before.v].compared && is.some((v) =>
    v.worse && !was.includes(v) && !(v.waits && was.every((w) => w.waits)));
}

const OPERATORS = {
  differs: (value) => pairTest(value, (a, b) => a.v !== b.v),
  worse: (value) => pairTest(value, isWorse),
  soundness: (value) => (row) => row.s !== undefined &&
    startsAWord(index.soundness[row.s], spaced(value)),
};

// The search text as [{negative, test}] of rows and [{negative, words,
// primitives}]: the longest common names first, each other word alone.
function searchTerms(text) {
  const words = text.split(/\s+/).filter((word) => lettersOf(word) !== "");
  const terms = [];
  for (let i = 0; i < words.length;) {
    const negative = /^[-!]/.test(words[i]);
    const word = words[i].slice(negative ? 1 : 0);
    const [, name, value] = word.match(/^(\w+):(.+)$/) || [];
    if (OPERATORS[name]) {
      terms.push({negative, test: OPERATORS[name](value)});
      ++i;
      continue;
    }
    let end = negative ? i + 1 : words.length;
    const meant = (to) => [word, ...words.slice(i + 1, to)];
    let primitives = primitivesOf(meant(end), !negative);
    while (primitives.size === 0 && end > i + 1) {
      --end;
      primitives = primitivesOf(meant(end), false);
    }
    terms.push({negative, primitives, words: meant(end).map((one) =>
      spaced(ALIASES[one.toLowerCase()] || one))});
    i = end;
  }
  return terms;
}

// Whether a row fits the search, as a function of group and row. All terms must
// fit it and one column together: "h200 hang" asks for what hangs there.
function searchFilter(text, columns) {
  const terms = searchTerms(text);
  const tests = terms.filter((term) => term.test);
  const texts = terms.filter((term) => term.words).map((term) => {
    const fits = (where) => term.words.every((word) =>
      startsAWord(where, word));
    return {...term, fits,
      cells: index.cells.map((cell) => fits(
        spaced(index.verdicts[cell.v].name + " " + (cell.c || "")))),
      columns: index.columns.map((_, c) => fits(columnText(c))),
    };
  });
  return (group, row) => {
    if (tests.some(({test, negative}) => test(row) === negative)) return false;
    row.text ??= spaced(rowId(group, row) + " " +
      (index.soundness[row.s] || ""));
    const left = [];
    for (const term of texts) {
      const fits = term.primitives.has(group.primitive) || term.fits(row.text);
      if (fits && term.negative) return false;
      if (!fits) left.push(term);
    }
    return left.length === 0 || columns.some((c) => row.c[c] >= 0 &&
      left.every((term) =>
        (term.cells[row.c[c]] || term.columns[c]) !== term.negative));
  };
}

const countRows = (fits) => index.groups.reduce((sum, group) =>
  sum + group.rows.filter((row) => fits(group, row)).length, 0);

// Why the table is empty, and a button for what would fill it.
function whyNothing(columns) {
  const all = [...index.columns.keys()];
  const button = (words, changes) => el("button", {type: "button",
    onclick: () => go(changes)}, words);
  const elsewhere = countRows(rowFilter(all));
  if (elsewhere > 0) {
    return ["No case in the " + plural(columns.length, "shown column") + "; " +
      elsewhere.toLocaleString("en") + " in " +
      plural(all.length - columns.length, "hidden one") + ". ",
    button("Show them", {hide: "", older: [...new Set(index.columns.map(
      (column) => column.device_code))].join()})];
  }
  const unfiltered = countRows(searchFilter(state.q, all));
  if (unfiltered > 0) {
    return ["No case fits all filters; " + plural(unfiltered, "case") +
      " without them. ", button("Clear the filters", {v: "", family: "",
      binding: "", differ: "", hide: ""})];
  }
  const unknown = state.q.split(/\s+/).filter((word) => word !== "" &&
    countRows(searchFilter(word.replace(/^[-!]/, ""), all)) === 0);
  const names = index.names.map(([name]) => name).join(", ");
  return [unknown.length === 0
    ? "No case fits all of these words together. "
    : "No case, verdict, cause, device or driver here has " +
      unknown.map((word) => "\u201c" + word + "\u201d").join(", ") +
      ". Names that are known: " + names + ". ",
  button("Clear the search", {q: ""})];
}

function drawNothing(shown, columns) {
  byId("nothing").hidden = shown > 0;
  byId("matrix").parentElement.hidden = shown === 0;
  byId("nothing").replaceChildren(...(shown > 0 ? []
    : [el("p", null, whyNothing(columns))]));
}
