// A device: the panel over the page that the head of a column opens, and how a
// reader's own device comes onto such a page.

function listView(pairs) {
  return el("dl", null, pairs.filter(([, value]) => value)
    .flatMap(([name, value]) => [el("dt", null, name), el("dd", null, value)]));
}

function deviceFacts(c) {
  const column = index.columns[c];
  return section("This run", listView([
    ["device", column.full_name], ["platform", column.platform],
    ["vendor", column.vendor], ["type", column.type],
    ["driver", column.driver], ["model", column.model],
    ["begun", column.begun + (column.finished ? "" : ", cut short")],
    ["tier", column.tier], ["suite", column.suite],
    ["cases", column.cases + " of " + column.planned + " planned ones ran"],
    ["counted", column.passes + " of " + column.counted + " pass, " +
      column.failures + " fail, " + column.unproven + " are unproven"],
    ["verdicts", index.counts.filter((row) => row.counts[c] > 0)
      .map((row) => row.counts[c] + " " + row.name).join(", ")],
    ["folder", column.folder]]));
}

function otherRuns(c) {
  const own = index.columns[c];
  const others = index.columns.map((column, i) => ({column, i})).filter(
    ({column, i}) => i !== c && column.device_key === own.device_key);
  return section("Other runs of this device on this page",
    others.length === 0 ? el("p", null, "There is none.")
      : wide("other runs", el("table", {class: "plain"},
        el("thead", null, el("tr", null, ["driver", "date", "tier", "result"]
          .map((name) => el("th", {scope: "col"}, name)))),
        el("tbody", null, others.map(({column, i}) => el("tr", null,
          el("td", null, el("a", {href: link({...NO_DIALOG,
            device: column.code})}, "[" + (i + 1) + "] " +
            (column.model ? "model:" + column.model + " on " : "") +
            (column.driver || "not known"))),
          el("td", null, column.begun.slice(0, 10)),
          el("td", null, column.tier),
          el("td", null, column.failures + " of " + column.counted +
            " counted fail, " + share(column))))))));
}

// Each line keeps its indentation where it wraps, and a narrow window makes it
// smaller.
function canView(text) {
  return el("pre", {class: "can", tabindex: "0", role: "region",
    "aria-label": "may be used here"}, text.trimEnd().split("\n").map((line) => {
    const span = el("span", null, line.trimStart());
    span.style.setProperty("--indent", line.length - line.trimStart().length);
    return span;
  }));
}

// Of a column, or of one of its answers.
function devicePanel(c) {
  if (c < 0) {
    return [titleBar("Device"), el("p", null, "No such run on this page.")];
  }
  if (answerOf(c, state.answer)) return answerPanel(c, state.answer);
  const column = index.columns[c];
  return [
    titleBar("[" + (c + 1) + "] " + columnName(column)),
    section("May a kernel synchronize its work-groups here?",
      canView(column.answers.map((answer) => answer.text || "").join("\n"))),
    column.progress === null ? null : section("Progress between work-groups",
      el("ul", {class: "progress"}, column.progress.sentences.map((sentence) =>
        el("li", null, sentence)))),
    deviceFacts(c),
    column.remarks.length === 0 ? null : section("Notes", el("ul", null,
      column.remarks.map((remark) => el("li", null, remark)))),
    otherRuns(c),
  ];
}

const ADD_COMMANDS = [
  ["tools/matrix.sh", "In a clone of wgsync: installs, builds, and runs the " +
    "smoke tier on each OpenCL device of the machine. It prints the run's " +
    "folder. The first time takes some minutes."],
  ["wgsync matrix RUN... --out SITE", "Writes such a page. Name your run " +
    "and others: each device and driver is a column."],
  ["wgsync export RUN -o FILE.gz", "Makes one file of the run, to attach to " +
    "an issue or a pull request. tools/published/add.sh takes it."],
  ["wgsync import RUN", "Keeps the run in a store, by device and driver, so " +
    "that it can be compared with the next driver."],
];

function drawAdd() {
  byId("view-add").replaceChildren(section("Add your device",
    el("ol", null, ADD_COMMANDS.map(([command, says]) =>
      el("li", null, says, commandView(command))))));
}
