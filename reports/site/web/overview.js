// The overview of a matrix that is more than one page: which page has which
// devices, which cases fail where, and a line for each column.

// On the page that has the column: its panel, or one of its cases.
function columnLink(column, changes, ...text) {
  return el("a", {href: pageOf(column) + link(changes)}, ...text);
}

const vendorOf = (column) => index.pages[column.page].vendor;

// What the search leaves: the numbers of the columns, and the failing cases as
// [id, numbers]. Each word must fit a case and a column together, so that
// "radeon spin" finds the Radeons that fail in spin locks; without a failing
// case, a column that all words fit is left, too.
function foundBy(text) {
  const words = spaced(text).split(" ").filter((word) => word !== "");
  const fits = index.columns.map((column) => {
    const where = spaced(columnName(column) + " " + vendorOf(column) + " " +
      column.vendor);
    return words.map((word) => startsAWord(where, word));
  });
  const columns = new Set(index.columns.keys());
  if (words.length > 0) {
    fits.forEach((some, c) => some.every(Boolean) || columns.delete(c));
  }
  const cases = [];
  for (const [id, failing] of index.cases) {
    const where = spaced(id);
    const ofId = words.map((word) => startsAWord(where, word));
    const here = failing.filter((c) =>
      words.every((_, w) => ofId[w] || fits[c][w]));
    here.forEach((c) => columns.add(c));
    if (here.length > 0) cases.push([id, here]);
  }
  return {columns: [...columns].sort((a, b) => a - b), cases};
}

const number = (n) => el("td", {class: "number"}, n.toLocaleString("en"));

// A row for each vendor, with its pages; the name of a page is its number.
function vendorTable(columns) {
  const vendors = new Map();
  for (const c of columns) {
    const column = index.columns[c];
    const vendor = vendorOf(column);
    if (!vendors.has(vendor)) {
      vendors.set(vendor, {pages: new Map(), devices: new Set(), columns: 0,
        failing: 0, failures: 0});
    }
    const sums = vendors.get(vendor);
    sums.pages.set(column.page, [...(sums.pages.get(column.page) || []),
      shortDevice(column)]);
    sums.devices.add(column.model + "@" + column.device_key);
    sums.columns += 1;
    sums.failing += column.failures > 0;
    sums.failures += column.failures;
  }
  return table("vendors", [["vendor"], ["pages"], ["devices", "number"],
    ["columns", "number"], ["of these with failures", "number"],
    ["failures", "number"]],
  [...vendors].map(([vendor, sums]) => el("tr", null,
    el("th", {scope: "row"}, vendor),
    el("td", {class: "pages"}, [...sums.pages].flatMap(([page, devices]) => [
      el("a", {href: index.pages[page].folder + "/index.html",
        title: devices[0] + " to " + devices[devices.length - 1]},
      String(index.pages[page].number)), " "])),
    number(sums.devices.size), number(sums.columns), number(sums.failing),
    number(sums.failures))));
}

// How many columns of a vendor fail; once opened, which.
function failingCell(id, columns) {
  if (columns.length === 0) return el("td");
  const list = el("ul");
  return el("td", null, el("details", {ontoggle: () => {
    if (list.hasChildNodes()) return;
    list.append(...columns.map((c) => el("li", null,
      columnLink(index.columns[c], {case: id, col: index.columns[c].code},
        shortName(index.columns[c])))));
  }}, el("summary", null, columns.length.toLocaleString("en")), list));
}

function caseTable(cases) {
  const vendors = [...new Set(index.pages.map((page) => page.vendor))];
  return longTable("cases that fail", [["case"], ["columns", "number"],
    ...vendors.map((vendor) => [vendor])], cases, ([id, columns]) =>
    el("tr", null, el("td", {class: "id mono"}, id), number(columns.length),
      vendors.map((vendor) => failingCell(id, columns.filter((c) =>
        vendorOf(index.columns[c]) === vendor)))));
}

function deviceTable(columns) {
  return longTable("devices", [["device"], ["driver"], ["vendor"],
    ...index.questions.map(([name]) => [name]), ["begun"], ["tier"],
    ["result"]], columns, (c) => {
    const column = index.columns[c];
    return el("tr", null,
      el("td", null, columnLink(column, {device: column.code},
        (column.model ? "model:" + column.model + " on " : "") +
          shortDevice(column))),
      el("td", null, column.driver), el("td", null, vendorOf(column)),
      index.questions.map(([name], i) => el("td",
        {class: "t-" + column.answers[i].tone}, columnLink(column,
          {device: column.code, answer: name}, column.answers[i].says))),
      el("td", null, column.begun.slice(0, 10) +
        (column.finished ? "" : ", cut short")),
      el("td", null, column.tier),
      el("td", null, column.failures + " of " + column.counted +
        " counted fail, " + share(column)));
  });
}

function render() {
  readState();
  if (document.activeElement !== byId("q")) byId("q").value = state.q;
  const {columns, cases} = foundBy(state.q);
  byId("found").value = state.q === "" ? "" : plural(columns.length, "column");
  byId("overview").replaceChildren(
    section("May a kernel synchronize its work-groups?",
      ...deviceTable(columns)),
    section("Pages, by vendor", vendorTable(columns)),
    ...progressSection(columns),
    section("Cases that fail", ...(cases.length === 0
      ? [el("p", null, "None.")] : caseTable(cases))));
}

byId("purpose").textContent = "Which ways for the work-groups of an OpenCL " +
  "kernel to synchronize work on which driver: " +
  plural(index.columns.length, "column") + " on " +
  plural(index.pages.length, "page") + ", by vendor. On a page is a row for " +
  "each test case, a column for each run, and the evidence.";
byId("q").addEventListener("input", () => go({q: byId("q").value}, true));
byId("filters").addEventListener("submit", (event) => event.preventDefault());
addEventListener("popstate", render);
render();
