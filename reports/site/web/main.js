// The page as a whole: its views, its filters, its keys.

const VIEWS = [
  ["changes", "Changes", index.steps !== undefined],
  ["matrix", "Matrix", true],
  ["progress", "Progress", [...index.columns.keys()].some(hasClass)],
  ["charts", "Charts", index.charts.length > 0],
  ["about", "Runs, counts, legend", true],
  ["add", "Add your device", true],
];

function drawNav() {
  byId("views").replaceChildren(...VIEWS.filter((view) => view[2]).map(
    ([name, title]) => el("a", {href: link({view: name, ...NO_DIALOG}),
      "aria-current": state.view === name ? "page" : null}, title)),
  index.up ? el("a", {href: index.up}, "All pages") : "");
}

// How many filters are set, the search not counted: it is always in view.
const filtersSet = () => ["v", "family", "binding", "differ", "hide"]
  .filter((key) => state[key] !== "").length;

function drawFilters() {
  drawPicker();
  const set = filtersSet();
  byId("fold").textContent = "Filters" + (set === 0 ? "" : " (" + set + ")");

  byId("filters").hidden = state.view !== "matrix" && state.view !== "changes";
  byId("defects").hidden = state.view !== "matrix";
  byId("answers").hidden = !showsAnswers();
  if (document.activeElement !== byId("q")) byId("q").value = state.q;
  for (const control of document.querySelectorAll(".of-matrix")) {
    control.hidden = state.view !== "matrix";
  }
  byId("family").value = state.family;
  byId("binding").checked = state.binding !== "";
  byId("differ").checked = state.differ !== "";
  for (const button of byId("letters").children) {
    button.setAttribute("aria-pressed",
      String(state.v.includes(button.dataset.letter)));
  }
}

// The signs of this page, each with its meaning.
function legendList() {
  return el("dl", null, index.legend.flatMap(([sign, says]) => [
    el("dt", {class: "mono"}, sign), el("dd", null, says)]));
}

const meaningOf = (letter) =>
  index.legend.find(([sign]) => sign === letter)?.[1];

function makeFilters() {
  const families = [...new Set(index.groups.map((group) => group.family))];
  byId("family").append(el("option", {value: ""}, "all"),
    ...families.map((family) => el("option", {value: family}, family)));
  const verdicts = [...new Set(index.cells.map((cell) =>
    index.verdicts[cell.v]))].sort((a, b) => a.rank - b.rank);
  byId("letters").append(...verdicts.map((verdict) => el("button",
    {type: "button", class: "v-" + verdict.name,
      title: meaningOf(verdict.letter),
      "data-letter": verdict.letter, "aria-pressed": "false",
      onclick: () => go({v: state.v.includes(verdict.letter)
        ? state.v.replace(verdict.letter, "") : state.v + verdict.letter})},
    el("b", null, verdict.letter), " " + verdict.name)));
  byId("q").addEventListener("input", () => go({q: byId("q").value}, true));
  byId("family").addEventListener("change", () =>
    go({family: byId("family").value}));
  for (const name of ["binding", "differ"]) {
    byId(name).addEventListener("change", () =>
      go({[name]: byId(name).checked ? "1" : ""}));
  }
  byId("open-all").addEventListener("click", () => go({open: "*"}));
  byId("fold-all").addEventListener("click", () => go({open: ""}));
  byId("clear").addEventListener("click", () => {
    byId("q").value = "";
    go({q: "", v: "", family: "", binding: "", differ: "", change: "", hide: ""});
  });
  // On a narrow window alone; a wide one shows them always.
  byId("fold").addEventListener("click", () => byId("fold").setAttribute(
    "aria-expanded", String(byId("fold").ariaExpanded !== "true")));
  byId("filters").addEventListener("submit", (event) =>
    event.preventDefault());
}

function drawAbout() {
  byId("view-about").replaceChildren(
    section("Runs", wide("runs", el("table", {class: "plain"},
      el("thead", null, el("tr", null, ["", "device", "begun", "tier",
        "suite", "folder", "what to know of it"].map((name) =>
        el("th", {scope: "col"}, name)))),
      el("tbody", null, index.columns.map((column, i) => el("tr", null,
        el("td", null, "[" + (i + 1) + "]"),
        el("td", null, columnName(column)), el("td", null, column.begun),
        el("td", null, column.tier), el("td", {class: "mono"}, column.suite),
        el("td", {class: "mono id"}, column.folder),
        el("td", null, el("ul", null, column.remarks.map((remark) =>
          el("li", null, remark)))))))))),
    section("Counts", wide("counts", el("table", {class: "plain"},
      el("thead", null, el("tr", null, el("th", {scope: "col"}, ""),
        el("th", {scope: "col"}, "verdict"), index.columns.map((column, i) =>
          el("th", {class: "number", scope: "col"}, "[" + (i + 1) + "]")))),
      el("tbody", null, index.counts.map((row) => el("tr", null,
        el("td", {class: row.letter === "" ? null : "v-" + row.name},
          row.letter),
        el("td", null, row.name), row.counts.map((count) =>
          el("td", {class: "number"}, String(count))))))))),
    section("Legend", legendList()));
}

// What the table depends on; opening a case changes nothing of it.
let drawnFor = "";

function render() {
  readState();
  if (!VIEWS.some((view) => view[0] === state.view && view[2])) {
    state.view = DEFAULTS.view;
  }
  drawNav();
  drawFilters();
  for (const [name] of VIEWS) {
    byId("view-" + name).hidden = state.view !== name;
  }
  const wanted = link(NO_DIALOG);
  if (wanted !== drawnFor) {
    drawnFor = wanted;
    const focus = focusedCell();
    let found = "";
    if (state.view === "matrix") found = plural(drawTable(focus !== null), "case");
    if (state.view === "changes") found = plural(drawChanges(), "change");
    if (state.view === "progress") drawProgress();
    if (state.view === "charts") drawCharts();
    if (state.view === "about") drawAbout();
    if (state.view === "add") drawAdd();
    byId("found").value = found;
    if (state.view === "matrix") restoreFocus(focus);
  }
  showDialog();
}

function drawDownloads() {
  byId("downloads").hidden = !index.files;
  byId("downloads").append(...(index.files || []).flatMap(([form, path]) =>
    [" ", el("a", {href: path, download: true}, form)]));
}

makeFilters();
drawDownloads();
byId("legend").append(legendList());
addEventListener("popstate", render);
addEventListener("beforeprint", fillAll);
byId("case").addEventListener("cancel", (event) => {
  event.preventDefault();
  closeDialog();
});
// A click beside the dialog closes it.
byId("case").addEventListener("click", (event) => {
  if (event.target === byId("case")) closeDialog();
});
render();
