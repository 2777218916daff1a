// The matrix: families, primitives with counts, and their cases once opened.

// The columns that are shown, by number: of each device the newest driver, and
// the older ones where they were asked for. A series shows all.
function shownColumns() {
  const shown = [];
  const older = listOf(state.older);
  const seen = new Set();
  index.columns.forEach((column, i) => {
    const device = column.model + "@" + column.device_key;
    if (index.steps || !seen.has(device) || older.includes(device)) {
      shown.push(i);
    }
    seen.add(device);
  });
  return shown;
}

// How many older drivers each device has.
function olderCounts() {
  const counts = new Map();
  for (const column of index.columns) {
    const device = column.model + "@" + column.device_key;
    counts.set(device, (counts.get(device) ?? -1) + 1);
  }
  return counts;
}

// Whether a case is shown, as a function of group and row.
function rowFilter(columns) {
  const found = searchFilter(state.q, columns);
  const cellFits = index.cells.map((cell) =>
    (state.v === "" || state.v.includes(index.verdicts[cell.v].letter)) &&
    (state.binding === "" || cell.b !== undefined));
  const only = index.columns.findIndex((c) => c.key === state.binding);
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

// A letter and a number for each verdict of these rows, the worst first; a "!"
// where any of these fails as binding.
function countCell(rows, column) {
  const counts = new Map();
  const binding = new Map();
  for (const row of rows) {
    const number = row.c[column];
    const key = number < 0 ? number : index.cells[number].v;
    if (key !== NO_CELL) counts.set(key, (counts.get(key) || 0) + 1);
    if (binds(number)) binding.set(key, (binding.get(key) || 0) + 1);
  }
  const rank = (key) => key < 0 ? 1000 : index.verdicts[key].rank;
  const keys = [...counts.keys()].sort((a, b) => rank(a) - rank(b));
  const cell = el("td", {class: "counts", tabindex: "-1", role: "gridcell"});
  for (const key of keys) {
    const verdict = key < 0 ? {letter: "?", name: "planned"}
      : index.verdicts[key];
    const n = counts.get(key);
    const failing = binding.get(key);
    cell.append(el("span", {class: "n v-" + verdict.name,
      title: n + " " + verdict.name +
        (failing ? ", " + failing + " as binding" : "")},
    el("b", null, verdict.letter + (failing ? "!" : "")), " " + n));
  }
  return cell;
}

// How many cases of each column fail as binding, whatever is filtered.
let failureCounts = null;

function countFailures() {
  failureCounts ??= index.columns.map((column, c) =>
    index.groups.reduce((sum, group) =>
      sum + group.rows.filter((row) => binds(row.c[c])).length, 0));
  return failureCounts;
}

// Above the table: the failures of each column, as a link to them alone and,
// from there, back to all.
function drawFailures(columns) {
  const counts = countFailures();
  byId("failures").replaceChildren(...columns.map((c) => {
    const column = index.columns[c];
    const words = plural(counts[c], "failure");
    const isShown = state.binding === column.key;
    const target = isShown ? {binding: "", open: ""}
      : {binding: column.key, open: "*"};
    return el("li", null, counts[c] === 0 ? words
      : el("a", {href: link({...target, case: "", col: ""}),
        title: isShown ? "show all cases again" : "show these alone",
        "aria-current": isShown ? "true" : null}, words),
    ": " + columnName(column));
  }));
}

// Headings over neighbours that are alike: [{label, span, column}].
function runsOf(columns, keyOf) {
  const runs = [];
  for (const c of columns) {
    const key = keyOf(index.columns[c]);
    const last = runs[runs.length - 1];
    if (last && last.key === key) last.span += 1;
    else runs.push({key, span: 1, column: index.columns[c]});
  }
  return runs;
}

function olderButton(column, counts) {
  const device = column.model + "@" + column.device_key;
  const count = counts.get(device);
  if (index.steps || count === 0) return null;
  const open = listOf(state.older).includes(device);
  return el("button", {type: "button", class: "older", "aria-expanded": open,
    onclick: () => go({older: toggled(state.older, device)})},
  open ? "hide older" : "+" + count + " older");
}

function tableHead(columns) {
  const counts = olderCounts();
  const apart = (column) => column.model ? "model" : null;
  const platforms = runsOf(columns, (c) => c.model + "@" + c.platform);
  const devices = runsOf(columns, (c) => c.model + "@" + c.device_key);
  const corner = el("th", {rowspan: "3", class: "corner", scope: "col"},
    "family, primitive, case");
  return el("thead", null,
    el("tr", null, corner, platforms.map((p) =>
      el("th", {colspan: p.span, scope: "colgroup", class: apart(p.column)},
        p.column.model ? el("em", null, "model:" + p.column.model) : null,
        el("span", null, (p.column.model ? " on " : "") +
          p.column.platform)))),
    el("tr", null, devices.map((d) =>
      el("th", {colspan: d.span, scope: "colgroup", class: apart(d.column),
        title: "vendor " + d.column.vendor},
      el("span", null, d.column.device + " "),
      olderButton(d.column, counts)))),
    el("tr", null, columns.map((c) => {
      const column = index.columns[c];
      const place = index.steps ? "[" + (c + 1) + "] " : "";
      return el("th", {scope: "col", class: apart(column),
        title: column.folder},
      el("span", null, place + column.driver), el("small", null,
        column.begun.slice(0, 10) + (column.finished ? "" : ", cut short")));
    })));
}

// The head of a family or primitive that opens and folds.
function nameCell(kind, name, count, shown, open) {
  const number = shown === count ? "" + count : shown + " of " + count;
  return el("th", {scope: "row", class: kind, tabindex: "-1",
    "aria-expanded": open === null ? null : String(open)},
  el("span", {class: "name"}, name), el("small", null, " " + number));
}

function axesRow(group, columns) {
  return el("tr", {class: "axes", "aria-hidden": "true"},
    el("th", null, group.axes.map((axis, i) =>
      wordSpan(axis, group.widths[i])),
    group.common.length === 0 ? null
      : el("small", null, "all: " + group.common.join(" "))),
    el("td", {colspan: columns.length}));
}

function wordSpan(text, width) {
  const span = el("span", {class: "w"}, text);
  span.style.width = width + "ch";
  return span;
}

// How wide the words of each axis are, once for a group.
function setWidths(group) {
  if (group.widths) return;
  group.widths = group.axes.map((axis) => axis.length);
  for (const row of group.rows) {
    row.words = Object.fromEntries(row.w.map((w) => {
      const at = index.words[w].indexOf("=");
      return [index.words[w].slice(0, at), index.words[w].slice(at + 1)];
    }));
    group.axes.forEach((axis, i) => {
      const length = (row.words[axis] || "-").length;
      if (length > group.widths[i]) group.widths[i] = length;
    });
  }
  group.widths = group.widths.map((width) => width + 1);
}

function caseRow(group, row, columns) {
  const id = rowId(group, row);
  const head = el("th", {scope: "row", class: "case", tabindex: "-1",
    title: id}, group.axes.map((axis, i) =>
    wordSpan(row.words[axis] || "-", group.widths[i])));
  return el("tr", {"data-id": id}, head, columns.map((c) =>
    paintCell(el("td", {class: index.columns[c].model ? "c model" : "c",
      tabindex: "-1", role: "gridcell", "data-col": index.columns[c].key,
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
  drawFailures(columns);
  const fits = rowFilter(columns);
  const open = new Set(listOf(state.open));
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
        open.has("*") || open.has(group.primitive)));
    }
  }
  const first = rest.splice(0, whole ? rest.length : BODIES_AT_ONCE);
  byId("matrix").replaceChildren(tableHead(columns),
    ...first.map((make) => make()));
  if (rest.length > 0) {
    requestAnimationFrame(() => setTimeout(drawRest));
  }
  return shown;
}
