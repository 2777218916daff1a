// The dialog over the page: one case in one run.

// "[name]: value" of what is no list of objects; those become tables.
function valueText(value) {
  if (value === null) return "-";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (typeof value === "number" && !Number.isInteger(value)) {
    return String(Number(value.toPrecision(4)));
  }
  if (Array.isArray(value)) return value.map(valueText).join(" ");
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([name, v]) => name + " " + valueText(v)).join(", ");
  }
  return String(value);
}

const isList = (value) => Array.isArray(value) && value.length > 0 &&
  typeof value[0] === "object" && value[0] !== null;

// The columns by which rows are told apart stand first.
const FIRST_COLUMNS = ["group", "role", "item", "round"];

function listTable(list) {
  const place = (name) => (FIRST_COLUMNS.indexOf(name) + 9) % 9;
  const names = [...new Set(list.flatMap((item) => Object.keys(item || {})))]
    .sort((a, b) => place(a) - place(b));
  const isNumber = (name) =>
    list.every((item) => item[name] === undefined ||
      typeof item[name] === "number");
  const align = (name) => isNumber(name) ? "number" : null;
  return wide("list", el("table", {class: "plain"},
    el("thead", null, el("tr", null, names.map((name) =>
      el("th", {class: align(name), scope: "col"}, name.replace(/_/g, " "))))),
    el("tbody", null, list.map((item) => el("tr", null, names.map((name) =>
      el("td", {class: align(name)}, item[name] === undefined ? ""
        : valueText(item[name]))))))));
}

// The plain values of an object as a list of names, its lists as tables.
function objectView(object, left) {
  const names = Object.keys(object).filter((name) => !left.includes(name));
  const plain = names.filter((name) => !isList(object[name]));
  return [
    el("dl", null, plain.flatMap((name) => [
      el("dt", null, name.replace(/_/g, " ")),
      el("dd", null, valueText(object[name]))])),
    ...names.filter((name) => isList(object[name])).flatMap((name) => [
      el("h3", null, name.replace(/_/g, " ")), listTable(object[name])]),
  ];
}

function launchView(launch, open) {
  return el("details", {open}, el("summary", null,
    el("strong", null, launch.label || "launch"), " ",
    launch.ending || ""),
  ...objectView(launch, ["label", "case", "roles", "words", "not_started"]));
}

// What memory and the board held when a launch was looked at.
function snapshotView(launches) {
  const shown = launches.filter((launch) =>
    launch.roles || launch.words || launch.not_started);
  if (shown.length === 0) return null;
  return section("Snapshot", shown.flatMap((launch) => [
    el("h3", null, launch.label || "launch"),
    launch.not_started ? el("p", null, "groups that have not started: " +
      valueText(launch.not_started)) : null,
    launch.words ? el("p", {class: "mono"}, "words: " +
      valueText(launch.words)) : null,
    isList(launch.roles) ? listTable(launch.roles) : null,
  ]));
}

function evidenceViews(evidence) {
  const launches = isList(evidence.launches) ? evidence.launches : [];
  const isControl = (launch) => String(launch.label).startsWith("control");
  const controls = launches.filter(isControl);
  const others = launches.filter((launch) => !isControl(launch));
  const rest = objectView(evidence, ["launches", "evidence"]);
  return [
    snapshotView(launches),
    evidence.evidence || controls.length > 0 ? section("Controls",
      evidence.evidence ? objectView(evidence.evidence, []) : null,
      controls.map((launch) => launchView(launch, false))) : null,
    others.length > 0 ? section("Launches",
      others.map((launch) => launchView(launch, false))) : null,
    rest.some((part) => part.hasChildNodes()) ? section("More", rest) : null,
  ];
}

function expectationView(expectation) {
  if (!expectation) return null;
  if (expectation.none) {
    return section("Expectation", el("p", null, expectation.none));
  }
  return section("Expectation", el("dl", null,
    el("dt", null, "expected"), el("dd", null, expectation.expected +
      (expectation.met ? " (as it came)" : " (another verdict came)")),
    el("dt", null, "reason"), el("dd", null, expectation.reason),
    el("dt", null, "rule"), el("dd", {class: "mono"}, expectation.where)));
}

// The same case in all columns, also those that the matrix has folded, by
// device, that of the open column first. A device with several drivers has a
// head: since which of them the case is as it is.
function historyView(row, id, current, details) {
  const devices = new Map([[index.columns[current].device_code, []]]);
  index.columns.forEach(({device_code: device}, i) =>
    devices.set(device, [...(devices.get(device) || []), i]));
  const trendRow = (columns) => {
    const trend = columns.map((i) => details[i]?.trend).find(Boolean);
    return trend ? el("tr", null, el("th", {colspan: "3", scope: "rowgroup"},
      shortDevice(index.columns[columns[0]]) + ": " + trend)) : null;
  };
  const runRow = (i) => {
    const column = index.columns[i];
    return el("tr", {"aria-current": i === current ? "true" : null},
      el("td", null, column.begun.slice(0, 10)),
      el("td", null, i === current || row.c[i] < 0 ? columnName(column)
        : el("a", {href: link({case: id, col: column.code, device: ""})},
          columnName(column))),
      el("td", null, chipAndWords(row.c[i])));
  };
  return section("History, all devices and drivers",
    wide("history", el("table", {class: "plain"}, [...devices.values()].map(
      (columns) => el("tbody", null, trendRow(columns),
        columns.map(runRow))))));
}

async function sourceView(source) {
  if (!source || (source.files.length === 0 && !source.note)) return null;
  const files = source.files.length === 0 ? [] : await unpack("sources");
  const parts = source.files.map((number) => files[number]);
  const isOwn = (path) => !path.startsWith("lib/");
  return section(source.exact ? "Kernel source as compiled" : "Kernel source",
    el("p", {class: source.exact ? null : "other-source"}, source.note + "."),
    source.options ? el("pre", {class: "command", tabindex: "0"},
      source.options) : null,
    parts.map((part) => el("details", {open: isOwn(part.path)},
      el("summary", {class: "mono"}, "kernels/" + part.path),
      el("pre", {tabindex: "0"}, part.text))));
}

function titleBar(title, form) {
  return el("div", {class: "title"},
    el("h2", {id: "case-title", class: form}, title),
    el("button", {type: "button", id: "close", onclick: closeDialog}, "Close"));
}

async function caseContent(id, place, column) {
  const row = index.groups[place.g].rows[place.r];
  const all = (await unpack("details" + place.g))[place.r];
  const details = all[column];
  const history = historyView(row, id, column, all);
  if (details === null) {
    return [el("p", null, columnName(index.columns[column]) + ": " +
      cellWords(row.c[column]) + "."), history];
  }
  return [
    el("p", {id: "verdict"}, chipAndWords(row.c[column])),
    el("dl", {id: "facts"}, details.facts.flatMap(([name, value]) => [
      el("dt", null, name), el("dd", null, value)])),
    details.words.length === 0 ? null : section("Evidence", el("ul",
      {id: "words"}, details.words.map((words) => el("li", null, words)))),
    expectationView(details.expectation),
    section("Reproduce", commandView(details.reproduce, "reproduce")),
    history,
    ...evidenceViews(details.evidence || {}),
    await sourceView(details.source),
  ];
}

// The column that the address names; else the worst verdict of the row, what
// is a counted failure before all others.
function columnFor(row) {
  const named = columnOf(state.col);
  if (named >= 0) return named;
  const order = (number) => {
    if (number < 0) return Infinity;
    const cell = index.cells[number];
    return index.verdicts[cell.v].rank + (cell.b ? 0 : 1000);
  };
  const orders = row.c.map(order);
  return orders.indexOf(Math.min(...orders));
}

// What the dialog shows or is about to show: "id@column", or "@column@answer" of
// a device.
let shownDialog = "";

async function dialogContent() {
  if (state.case === "") return devicePanel(columnOf(state.device));
  const place = placeOf(state.case);
  const title = titleBar(state.case, "mono");
  if (place === undefined) {
    return [title, el("p", null, "No such case on this page.")];
  }
  const row = index.groups[place.g].rows[place.r];
  try {
    return [title, ...await caseContent(state.case, place, columnFor(row))];
  } catch (error) {
    return [title, el("p", {class: "problem"},
      "The evidence cannot be shown: " + error.message)];
  }
}

async function showDialog() {
  const dialog = byId("case");
  const wanted = state.case !== "" ? state.case + "@" + state.col
    : state.device !== "" ? "@" + state.device + "@" + state.answer : "";
  if (wanted === shownDialog) return;
  const before = shownDialog;
  shownDialog = wanted;
  if (wanted === "") {
    dialog.close();
    const [id, code, answer] = before.split("@");
    if (id !== "") focusTable();
    else if (answer) focusAnswer(code, answer);
    else focusHead(code);
    return;
  }
  const content = await dialogContent();
  if (wanted !== shownDialog) return;  // another one was asked for meanwhile
  dialog.replaceChildren(...content.filter((part) => part !== null));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  byId("close").focus();
}

// Back to the view without the dialog: one step back where the page made the
// step, so that "back" does not open it again.
function closeDialog() {
  if (history.state && history.state.inside) history.back();
  else go(NO_DIALOG, true);
}
