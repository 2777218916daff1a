// The matrix: families, primitives with counts, and their cases once opened.

// Whether a case is shown, as a function of group and row.
function rowFilter(columns) {
  const found = searchFilter(state.q, columns);
  const cellFits = index.cells.map((cell) =>
    (state.v === "" || state.v.includes(index.verdicts[cell.v].letter)) &&
    (state.binding === "" || cell.b !== undefined));
  const only = columnOf(state.binding);
  const asked = only < 0 ? columns : [only];
  const asksCells = state.v !== "" || state.binding !== "";
  return (group, row) => {
    if (state.family !== "" && group.family !== state.family) return false;
    if (asksCells && !asked.some((c) => cellFits[row.c[c]])) return false;
    if (state.differ !== "" && !differs(row, columns)) return false;
    return found(group, row);
  };
}

// Two columns have different verdicts; one without any says nothing.
function differs(row, columns) {
  let first = null;
  for (const c of columns) {
    if (row.c[c] < 0) continue;
    const verdict = index.cells[row.c[c]].v;
    if (first === null) first = verdict;
    if (verdict !== first) return true;
  }
  return false;
}

// A number and a letter for each verdict of these rows, the worst first, and how
// many of these are counted failures: "18 B, 1 counted". They have a chip of
// their own, red unless all of them are known.
function countCell(rows, column) {
  const counts = new Map();
  const binding = new Map();
  const known = new Map();
  for (const row of rows) {
    const number = row.c[column];
    const key = number < 0 ? number : index.cells[number].v;
    if (key !== NO_CELL) counts.set(key, (counts.get(key) || 0) + 1);
    if (!binds(number)) continue;
    const counted = index.cells[number].y ? known : binding;
    counted.set(key, (counted.get(key) || 0) + 1);
  }
  const rank = (key) => key < 0 ? 1000 : index.verdicts[key].rank;
  const keys = [...counts.keys()].sort((a, b) => rank(a) - rank(b));
  const cell = el("td", {class: "counts", tabindex: "-1", role: "gridcell"});
  for (const key of keys) {
    const verdict = key < 0 ? {letter: "?", name: "planned"}
      : index.verdicts[key];
    const n = counts.get(key);
    const fresh = binding.get(key) || 0;
    const old = known.get(key) || 0;
    const words = [fresh ? fresh + " counted" : "", old ? old + " known" : ""]
      .filter((part) => part).join(", ");
    cell.append(el("span", {class: "n v-" + verdict.name +
      (fresh ? " binds" : old ? " known" : ""),
    title: n + " " + verdict.name + (words && ", " + words)},
    n + " ", el("b", null, verdict.letter),
    words ? el("strong", null, ", " + words) : ""));
  }
  return cell;
}

// The head of a family or primitive that opens and folds.
function nameCell(kind, name, count, shown, open) {
  const number = shown === count ? "" + count : shown + " of " + count;
  return el("th", {scope: "row", class: kind, tabindex: "-1",
    "aria-expanded": open === null ? null : String(open)},
  el("span", {class: "name"}, name.split("_").flatMap((part, i) =>
    i === 0 ? [part] : ["_", el("wbr"), part])), el("small", null, " " + number));
}

// Above the cases. Axes that few of them have are spelled in their rows.
function axesRow(group, columns) {
  return el("tr", {class: "axes", "aria-hidden": "true"},
    el("th", null, group.own.map((axis, i) => wordSpan(axis, group.widths[i])),
      group.common.length === 0 ? null
        : el("small", null, "all: " + group.common.join(" "))),
    el("td", {colspan: columns.length}));
}

function wordSpan(text, width) {
  const span = el("span", {class: "w"}, text);
  span.style.width = width + "ch";
  return span;
}

// The axes that have a column, those that at least half of the cases have, and
// how wide their words are; once for a group.
function setWidths(group) {
  if (group.widths) return;
  for (const row of group.rows) {
    row.words = Object.fromEntries(row.w.map((w) => {
      const at = index.words[w].indexOf("=");
      return [index.words[w].slice(0, at), index.words[w].slice(at + 1)];
    }));
  }
  const have = (axis) => group.rows.filter((row) => row.words[axis]);
  group.own = group.axes.filter((axis) =>
    2 * have(axis).length >= group.rows.length);
  group.widths = group.own.map((axis) => 1 + Math.max(axis.length,
    ...have(axis).map((row) => row.words[axis].length)));
}

function caseRow(group, row, columns) {
  const id = rowId(group, row);
  const rare = group.axes.filter((axis) =>
    !group.own.includes(axis) && row.words[axis]);
  const head = el("th", {scope: "row", class: "case", tabindex: "-1",
    title: id}, group.own.map((axis, i) =>
    wordSpan(row.words[axis] || "-", group.widths[i])),
  rare.map((axis) => axis + "=" + row.words[axis]).join(" "));
  return el("tr", {"data-id": id}, head, columns.map((c) =>
    paintCell(el("td", {class: index.columns[c].model ? "c model" : "c",
      tabindex: "-1", role: "gridcell", "data-col": index.columns[c].code,
      title: cellWords(row.c[c])}), row.c[c])));
}

// Long groups are filled when they come near the window: [tbody] -> rows.
const waiting = new Map();
const nearWindow = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (entry.isIntersecting) fill(entry.target);
  }
}, {rootMargin: "600px"});

const ROW_HEIGHT = 21;
const ROWS_AT_ONCE = 200;
const BODIES_AT_ONCE = 60;
let rowsMade = 0;  // of cases, since the table was last made anew

function fill(body) {
  const make = waiting.get(body);
  if (!make) return;
  waiting.delete(body);
  nearWindow.unobserve(body);
  body.querySelector(".spacer").remove();
  body.append(...make());
}

function fillAll() {
  drawRest();
  for (const body of [...waiting.keys()]) fill(body);
}

function groupBody(group, rows, columns, open) {
  const body = el("tbody", {"data-primitive": group.primitive},
    el("tr", {class: "primitive"},
      nameCell("primitive", group.primitive.slice(group.family.length + 1),
        group.rows.length, rows.length, open),
      columns.map((c) => countCell(rows, c))));
  if (!open) return body;
  setWidths(group);
  body.append(axesRow(group, columns));
  const make = () => rows.map((row) => caseRow(group, row, columns));
  if (rowsMade + rows.length <= ROWS_AT_ONCE) {
    rowsMade += rows.length;
    body.append(...make());
    return body;
  }
  const spacer = el("tr", {class: "spacer"},
    el("td", {colspan: columns.length + 1}));
  spacer.firstChild.style.height = rows.length * ROW_HEIGHT + "px";
  body.append(spacer);
  waiting.set(body, make);
  nearWindow.observe(body);
  return body;
}

// What is still to be made: functions that make a tbody each.
let rest = [];

function drawRest() {
  const makers = rest;
  rest = [];
  byId("matrix").append(...makers.map((make) => make()));
}

function familyBody(family, rows, columns) {
  return el("tbody", {class: "family"}, el("tr", null,
    nameCell("family", family, rows.length, rows.length, null),
    columns.map((c) => countCell(rows, c))));
}

// All rows anew; returns how many cases are shown. What fills the window is
// made at once, the rest after the page has been painted, unless `whole`.
function drawTable(whole) {
  const columns = shownColumns();
  drawComparison(columns);
  drawAnswers(columns);
  drawDefects(columns);
  const fits = rowFilter(columns);
  const open = openPrimitives();
  const families = new Map();
  for (const group of index.groups) {
    const rows = group.rows.filter((row) => fits(group, row));
    if (rows.length === 0) continue;
    if (!families.has(group.family)) families.set(group.family, []);
    families.get(group.family).push([group, rows]);
  }
  nearWindow.disconnect();
  waiting.clear();
  rowsMade = 0;
  rest = [];
  let shown = 0;
  for (const [family, groups] of families) {
    const rows = groups.flatMap(([, some]) => some);
    shown += rows.length;
    rest.push(() => familyBody(family, rows, columns));
    for (const [group, some] of groups) {
      rest.push(() => groupBody(group, some, columns,
        open.has(group.primitive)));
    }
  }
  drawNothing(shown, columns);
  const first = rest.splice(0, whole ? rest.length : BODIES_AT_ONCE);
  byId("matrix").replaceChildren(tableHead(columns),
    ...first.map((make) => make()));
  if (rest.length > 0) {
    requestAnimationFrame(() => setTimeout(drawRest));
  }
  return shown;
}
