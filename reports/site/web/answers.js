// The first answers of the page: which kind of primitive may be used on which
// device, and the failures there.

// No answer is a question of a filter: where one is set, its table comes first.
// Runs of tried kernels answer none.
const showsAnswers = () => state.view === "matrix" && !index.steps &&
  !index.columns.every((column) => column.tried) &&
  ["q", "v", "family", "binding", "differ"].every((key) => state[key] === "");

const answerOf = (c, name) => index.columns[c]?.answers[
  index.questions.findIndex(([question]) => question === name)];

function answerCell(c, name) {
  const column = index.columns[c];
  const {tone, says, note} = answerOf(c, name);
  return el("td", {class: "t-" + tone, "data-device": shortName(column)},
    el("a", {href: link({...NO_DIALOG, device: column.code, answer: name}),
      "aria-haspopup": "dialog"}, says),
    note === "" ? null : el("small", null, note));
}

function answerHead(c, counts) {
  const column = index.columns[c];
  return el("th", {scope: "col"},
    column.model ? el("em", null, "model:" + column.model + " on ") : null,
    shortDevice(column), el("small", null, column.platform),
    el("small", null,
      el("a", {href: link({...NO_DIALOG, device: column.code}),
        "aria-haspopup": "dialog"}, "[" + (c + 1) + "] " +
        (column.driver || "driver not known")), " ",
      olderButton(column, counts)));
}

function answerTable(columns) {
  const counts = olderCounts();
  return wide("answers", el("table", {class: "answers"},
    el("thead", null, el("tr", null, el("th", {scope: "col"}, "to use"),
      columns.map((c) => answerHead(c, counts)))),
    el("tbody", null, index.questions.map(([name, about]) =>
      el("tr", {"data-answer": name},
        el("th", {scope: "row"}, name, el("small", null, about)),
        columns.map((c) => answerCell(c, name)))))));
}

// A link to the failures of a column alone and, from there, back to all.
function failuresLink(c) {
  const column = index.columns[c];
  const words = column.failures + " of " + column.counted +
    " counted cases " + (column.failures === 1 ? "fails" : "fail");
  if (column.failures === 0) return words;
  const isShown = columnOf(state.binding) === c;
  const target = isShown ? {binding: "", open: ""}
    : {binding: column.code, open: "*"};
  return el("a", {href: link({...target, ...NO_DIALOG}),
    title: isShown ? "show all cases again" : "show these alone",
    "aria-current": isShown ? "true" : null}, words);
}

function defectItem(column, {says, verdict, fresh, known, case: id}) {
  return el("li", {class: fresh > 0 ? "fresh" : "known"},
    el("b", null, String(fresh + known)), " ",
    el("a", {href: link({...NO_DIALOG, case: id, col: column.code}),
      title: verdict}, says),
    known > 0 ? el("small", null, fresh > 0 ? " (" + known + " known)"
      : " (known)") : null);
}

function drawDefects(columns) {
  byId("failures").replaceChildren(...columns.map((c) => {
    const column = index.columns[c];
    return el("li", null, "[" + (c + 1) + "] " + shortName(column) + ": ",
      failuresLink(c),
      column.unproven === 0 ? "" : "; " + column.unproven + " unproven",
      column.defects.length === 0 || !showsAnswers() ? null
        : el("ul", null, column.defects.map((defect) =>
          defectItem(column, defect))));
  }));
}

function drawAnswers(columns) {
  if (!showsAnswers()) return;
  byId("answers").replaceChildren(
    el("h2", null, "May a kernel synchronize its work-groups?"),
    answerTable(columns));
}

// The answers to one question on all drivers of a device, the newest first.
function answersOverDrivers(c, name) {
  const {device_code: device} = index.columns[c];
  const same = [...index.columns.keys()].filter((i) =>
    index.columns[i].device_code === device);
  if (same.length < 2) return null;
  return section("Other drivers", table("drivers",
    [["driver"], ["answer"], [""]], same.map((i) => {
      const {says, note, tone} = answerOf(i, name);
      return el("tr", {"aria-current": i === c ? "true" : null},
        el("td", null, el("a", {href: link({...NO_DIALOG,
          device: index.columns[i].code, answer: name})},
        index.columns[i].driver)),
        el("td", {class: "t-" + tone}, says), el("td", null, note));
    })));
}

// The calls of the form to write, as one text.
const codeText = (code) => code.map((part) =>
  "// " + part.for + "\n" + part.call).join("\n");

function answerPanel(c, name) {
  const column = index.columns[c];
  const {says, note, tone, text, code, case: id} = answerOf(c, name);
  return [
    titleBar(name + " on " + columnName(column)),
    el("p", {id: "verdict"}, el("span", {class: "chip t-" + tone}, says), " ",
      note),
    code?.length > 0 ? section("The form to write",
      commandView(codeText(code), "code")) : null,
    text ? section("The answer of wgsync can", canView(text)) : null,
    name !== "progress" || column.progress === null ? null
      : section("The class of progress", el("ul", {class: "progress"},
        column.progress.sentences.map((words) => el("li", null, words)))),
    id ? section("Evidence", el("p", null, el("a", {href: link({...NO_DIALOG,
      case: id, col: column.code}), class: "mono id"}, id)),
    el("p", null, "The run's folder: ",
      el("span", {class: "mono"}, column.folder))) : null,
    answersOverDrivers(c, name),
  ];
}
