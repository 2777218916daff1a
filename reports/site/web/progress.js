// Progress between work-groups: a row for each column that has a class, the
// models as columns.

// The page of a column, from here: on an overview another one.
const pageOf = (column) => index.pages
  ? index.pages[column.page].folder + "/index.html" : "";

// A case by its shape, which leads to it, and its evidence.
function seenView(column, seen) {
  return [el("a", {href: pageOf(column) +
    link({case: seen.case, col: column.code, device: ""})}, seen.shape),
  ", " + seen.says];
}

function modelCell(column, {model, state, launches, by}) {
  const isHeld = state === "held";
  const isRefuted = state === "refuted";
  return el("td", {"data-model": model,
    class: isHeld ? "v-pass" : isRefuted ? null : "v-planned"},
  el("b", null, state),
  isHeld ? " in " + plural(launches, "launch", "launches") : null,
  by ? [isRefuted ? " by " : ": ", ...seenView(column, by)] : null);
}

function progressRow(c) {
  const column = index.columns[c];
  const {models, livelocks} = column.progress;
  return el("tr", null,
    el("th", {scope: "row"}, el("a", {href: pageOf(column) +
      link({...NO_DIALOG, device: column.code})},
    (index.pages ? "" : "[" + (c + 1) + "] ") + shortName(column))),
    el("td", null, column.progress.class),
    models.map((model) => modelCell(column, model)),
    el("td", null, livelocks.length === 0 ? "none seen"
      : el("ul", null, livelocks.map((seen) =>
        el("li", null, seenView(column, seen))))));
}

const PROGRESS_SAYS = "Which work-groups a device goes on running. A model is " +
  "held if each shape that it guarantees ended; no number of launches proves " +
  "it. One hang of such a shape refutes it. A livelock refutes strong models " +
  "alone, and is not a fault.";

const hasClass = (c) => index.columns[c].progress !== null;

// Nothing if none of these columns has a class.
function progressSection(columns) {
  const shown = columns.filter(hasClass);
  const without = columns.length - shown.length;
  if (shown.length === 0) return [];
  const {models} = index.columns[shown[0]].progress;
  return [section("Progress between work-groups",
    el("p", {class: "note"}, PROGRESS_SAYS),
    ...longTable("progress", [["device and driver"], ["class"],
      ...models.map(({model}) => [model]), ["livelocks"]], shown, progressRow),
    without === 0 ? null : el("p", {class: "note"}, plural(without, "column") +
      (without === 1 ? " has" : " have") +
      " no launch of the cases progress.*."))];
}

function drawProgress() {
  byId("view-progress").replaceChildren(
    ...progressSection([...index.columns.keys()]));
}
