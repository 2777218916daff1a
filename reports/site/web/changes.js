// What changed from run to run, one line a change.

const LINES_AT_ONCE = 300;

function changeCells(step, change) {
  const place = placeOf(change.id);
  const row = index.groups[place.g].rows[place.r];
  const side = (column, words) => {
    const cell = el("td");
    if (row.c[column] >= 0) {
      cell.append(el("span", {class: "chip v-" + index.verdicts[
        index.cells[row.c[column]].v].name},
      el("b", null, index.cells[row.c[column]].t)), " ");
    }
    cell.append(words);
    return cell;
  };
  const shown = row.c[step.to] >= 0 ? step.to : step.from;
  return el("tr", null,
    el("td", null, change.change,
      change.other_kernel && change.change !== "kernel" ? el("small", null, ", another kernel") : null),
    side(step.from, change.before), side(step.to, change.after),
    el("td", {class: "id mono"}, el("a",
      {href: link({case: change.id, col: index.columns[shown].code})},
      change.id.split("/").flatMap((part, i) =>
        i === 0 ? [part] : ["/", el("wbr"), part]))));
}

function changeFits(step, change, fits) {
  if (state.change !== "" && change.change !== state.change) return false;
  const place = placeOf(change.id);
  const group = index.groups[place.g];
  return fits([step.from, step.to], group, group.rows[place.r]);
}

function changeTable(step, changes) {
  const body = el("tbody");
  const more = el("button", {type: "button"});
  let shown = 0;
  const add = () => {
    const until = Math.min(changes.length, shown + LINES_AT_ONCE);
    for (; shown < until; ++shown) {
      body.append(changeCells(step, changes[shown]));
    }
    more.hidden = shown === changes.length;
    more.textContent = "Show " + (changes.length - shown) + " more";
  };
  more.addEventListener("click", add);
  add();
  return [wide("changes", el("table", {class: "plain changes"},
    el("thead", null, el("tr", null, ["change", "before", "after", "case"]
      .map((name) => el("th", {scope: "col"}, name)))), body)), more];
}

function stepView(step, changes) {
  const all = step.changes.length;
  const counts = Object.entries(step.counts)
    .map(([name, n]) => n + " " + name).join(", ");
  const lines = [...step.facts, ...step.residency,
    ...(step.time === "" ? [] : [step.time]), ...step.progress];
  return el("section", {class: "step"},
    el("h2", null, "[" + (step.from + 1) + "] " +
      columnName(index.columns[step.from]) + " → [" + (step.to + 1) + "] " +
      columnName(index.columns[step.to])),
    el("p", {class: "note"}, (step.same_driver ? "The same driver, by its " +
      "digest. " : "") + "Cases: " + counts + "."),
    lines.length === 0 ? null : el("details", {open: lines.length < 12},
      el("summary", null, "What else differs: " +
        plural(lines.length, "line")),
      el("ul", null, lines.map((line) => el("li", null, line)))),
    all === 0 ? el("p", null, "No verdict changed.")
      : changes.length === 0 ? el("p", null, "No change fits the filters.")
        : changeTable(step, changes));
}

// Returns how many changes are shown.
function drawChanges() {
  const filters = new Map();
  const fits = (columns, group, row) => {
    const key = columns.join();
    if (!filters.has(key)) filters.set(key, rowFilter(columns));
    return filters.get(key)(group, row);
  };
  let shown = 0;
  const kinds = new Map();
  for (const change of index.steps.flatMap((step) => step.changes)) {
    kinds.set(change.change, (kinds.get(change.change) || 0) + 1);
  }
  const buttons = el("p", {class: "kinds", role: "group",
    "aria-label": "Kinds of change"},
  [...kinds].map(([kind, count]) => el("button", {type: "button",
    "aria-pressed": String(state.change === kind), "data-change": kind,
    onclick: () => go({change: state.change === kind ? "" : kind})},
  kind + " " + count)));
  const steps = index.steps.map((step) => {
    const changes = step.changes.filter((c) => changeFits(step, c, fits));
    shown += changes.length;
    return stepView(step, changes);
  });
  byId("view-changes").replaceChildren(buttons, ...steps);
  return shown;
}
