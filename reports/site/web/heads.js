// The columns: which are shown, their heads, and how far they can be compared.

// The columns on offer, by number: of each device the newest driver, and the
// older ones where they were asked for. A series has all.
function offeredColumns() {
  const offered = [];
  const older = listOf(state.older);
  const seen = new Set();
  index.columns.forEach((column, i) => {
    const device = column.device_code;
    if (index.steps || !seen.has(device) || older.includes(device)) {
      offered.push(i);
    }
    seen.add(device);
  });
  return offered;
}

// Those of them that are not hidden.
function shownColumns() {
  const hidden = listOf(state.hide);
  return offeredColumns().filter((c) =>
    !hidden.includes(index.columns[c].code));
}

// How many older drivers each device has.
function olderCounts() {
  const counts = new Map();
  for (const {device_code: device} of index.columns) {
    counts.set(device, (counts.get(device) ?? -1) + 1);
  }
  return counts;
}

// The checkboxes are made anew only where other columns are on offer, so that
// the one that was pressed keeps the focus.
let pickerFor = "";

function drawPicker() {
  const offered = offeredColumns();
  const shown = shownColumns();
  if (pickerFor !== offered.join()) {
    pickerFor = offered.join();
    byId("picker").replaceChildren(...offered.map((c) => {
      const {code} = index.columns[c];
      return el("label", null, el("input", {type: "checkbox", value: c,
        onchange: () => go({hide: toggled(state.hide, code)})}),
      " [" + (c + 1) + "] " + shortName(index.columns[c]));
    }));
  }
  for (const box of byId("picker").querySelectorAll("input")) {
    box.checked = shown.includes(Number(box.value));
    box.disabled = box.checked && shown.length === 1;
  }
  byId("columns-shown").textContent = shown.length + " of " + offered.length;
}

// The device without what its driver adds in parentheses, and the driver.
const shortDevice = (column) => column.device.replace(/ *\(.*\)$/, "") ||
  column.device;
const shortName = (column) => (column.model ? "model:" + column.model + " on "
  : "") + shortDevice(column) + ", " + column.driver;
const shortSuite = (column) => column.suite.slice(0, 8) || "not known";

function share(column) {
  return column.counted === 0 ? "nothing counted"
    : Math.floor(100 * column.passes / column.counted) + " % pass";
}

// "A in [1] and [3], B in [2]", or "" where all of these columns have one.
function parts(columns, valueOf) {
  const places = new Map();
  for (const c of columns) {
    const value = valueOf(index.columns[c]) || "not known";
    places.set(value, [...(places.get(value) || []), "[" + (c + 1) + "]"]);
  }
  return places.size < 2 ? "" : [...places].map(([value, where]) =>
    value + " in " + where.join(where.length === 2 ? " and " : " "))
    .join(", ");
}

// A sentence above columns that were not asked the same.
function drawComparison(columns) {
  const tiers = parts(columns, (c) => c.tier);
  const suites = parts(columns, shortSuite);
  const cut = columns.filter((c) => !index.columns[c].finished)
    .map((c) => "[" + (c + 1) + "]").join(", ");
  const differ = [tiers && "their tiers differ (" + tiers + ")",
    suites && "their suites differ (" + suites + ")",
    cut && "some were cut short (" + cut + ")"].filter((words) => words);
  byId("compare").hidden = differ.length === 0 || columns.length < 2;
  byId("compare").textContent = "Do not compare the sums of these columns: " +
    differ.join(", ") + ". Compare single rows" +
    (suites ? "; between suites, a row's kernel may differ." : ".");
}

// Headings over neighbours that are alike: [{span, column}].
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
  const device = column.device_code;
  const count = counts.get(device);
  if (index.steps || count === 0) return null;
  const open = listOf(state.older).includes(device);
  return el("button", {type: "button", class: "older",
    "aria-expanded": String(open),
    onclick: () => go({older: toggled(state.older, device)})},
  open ? "hide older" : "+" + count + " older");
}

function driverHead(c) {
  const column = index.columns[c];
  const line = (...words) => el("small", null, words.join(", "));
  // A click anywhere in the head; the button is for the keyboard.
  return el("th", {scope: "col", class: column.model ? "model" : null,
    onclick: () => go({device: column.code})},
    el("button", {type: "button", class: "device", "data-device": column.code,
      "aria-haspopup": "dialog", title: "may a kernel synchronize its " +
        "work-groups here? and more of this run"},
    "[" + (c + 1) + "] " + (column.driver || "driver not known")),
    line(column.begun.slice(0, 10) + (column.finished ? "" : ", cut short")),
    line("tier " + (column.tier || "not known"),
      column.cases + " of " + column.planned + " run"),
    line(share(column), "suite " + shortSuite(column)),
    column.progress === null ? null : el("small", {class: "progress",
      title: column.progress.sentences.join("\n")},
    "progress " + column.progress.class));
}

function tableHead(columns) {
  const counts = olderCounts();
  const apart = (column) => column.model ? "model" : null;
  const platforms = runsOf(columns, (c) => c.model + "@" + c.platform);
  const devices = runsOf(columns, (c) => c.device_code);
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
        title: d.column.full_name},
      el("span", null, shortDevice(d.column) + " "),
      olderButton(d.column, counts)))),
    el("tr", null, columns.map(driverHead)));
}
