// The matrix under keyboard and mouse: one tab stop, arrows within it, Enter
// opens what is under the focus.

// The cell that the tab key leads to, by what it is and not by element, so that
// it survives a new table: {row, column}.
function placeOfCell(cell) {
  const row = cell.parentElement;
  const name = row.dataset.id || row.parentElement.dataset.primitive ||
    row.firstElementChild.textContent;
  return {name, column: [...row.children].indexOf(cell)};
}

let tabStop = null;

function focusedCell() {
  const cell = document.activeElement;
  return cell && byId("matrix").contains(cell) && cell.matches("th, td")
    ? placeOfCell(cell) : null;
}

function setTabStop(cell) {
  for (const old of byId("matrix").querySelectorAll("tbody [tabindex='0']")) {
    old.tabIndex = -1;
  }
  cell.tabIndex = 0;
  tabStop = placeOfCell(cell);
}

function findCell(place) {
  for (const row of byId("matrix").querySelectorAll("tbody tr")) {
    const cell = row.children[place.column];
    if (cell && cell.matches("[tabindex]") &&
        placeOfCell(cell).name === place.name) {
      return cell;
    }
  }
  return null;
}

// After the table was made anew.
function restoreFocus(focus) {
  const cell = (tabStop && findCell(tabStop)) ||
    byId("matrix").querySelector("tbody [tabindex]");
  if (cell === null) return;
  setTabStop(cell);
  if (focus !== null) cell.focus();
}

// After a case was closed.
function focusTable() {
  if (state.view !== "matrix") return;
  const cell = byId("matrix").querySelector("tbody [tabindex='0']");
  if (cell !== null) cell.focus();
}

// After the panel of an answer was closed.
function focusAnswer(code, answer) {
  byId("answers").querySelector("a[href*='device=" + CSS.escape(code) +
    "'][href*='answer=" + CSS.escape(answer) + "']")?.focus();
}

// After a device's panel was closed.
function focusHead(code) {
  byId("matrix").querySelector("[data-device='" + CSS.escape(code) + "']")
    ?.focus();
}

function nextRow(row, step) {
  let next = row;
  do {
    const body = next.parentElement;
    next = step > 0 ? next.nextElementSibling : next.previousElementSibling;
    if (next === null) {
      const other = step > 0 ? body.nextElementSibling
        : body.previousElementSibling;
      if (other === null || other.tagName !== "TBODY") return null;
      fill(other);
      next = step > 0 ? other.firstElementChild : other.lastElementChild;
    }
    if (next.matches(".spacer")) {
      const body2 = next.parentElement;
      fill(body2);
      next = body2.children[2];
    }
  } while (next.matches(".axes"));
  return next;
}

function activate(cell) {
  const row = cell.parentElement;
  const primitive = row.parentElement.dataset.primitive;
  if (row.dataset.id) {
    const column = cell.dataset.col ||
      row.querySelector("td:not(.v-none)")?.dataset.col;
    if (column && !cell.matches(".v-none")) {
      go({case: row.dataset.id, col: column});
    }
  } else if (primitive) {
    const open = openPrimitives();
    if (!open.delete(primitive)) open.add(primitive);
    go({open: openText(open)});
  }
}

// What the focus moves to must not come to lie below the heads that stay.
function keepClear() {
  const table = byId("matrix");
  const box = table.parentElement.style;
  box.scrollPaddingLeft = table.querySelector(".corner").offsetWidth + "px";
  box.scrollPaddingTop = table.tHead.offsetHeight + "px";
}

function onKey(event) {
  const cell = event.target;
  if (!cell.matches("th[tabindex], td[tabindex]")) return;
  const row = cell.parentElement;
  const column = [...row.children].indexOf(cell);
  let next = null;
  switch (event.key) {
    case "ArrowDown": next = nextRow(row, 1)?.children[column]; break;
    case "ArrowUp": next = nextRow(row, -1)?.children[column]; break;
    case "ArrowRight": next = cell.nextElementSibling; break;
    case "ArrowLeft": next = cell.previousElementSibling; break;
    case "Home": next = row.firstElementChild; break;
    case "End": next = row.lastElementChild; break;
    case "Enter":
    case " ": activate(cell); break;
    default: return;
  }
  event.preventDefault();
  if (next) {
    setTabStop(next);
    keepClear();
    next.focus();
  }
}

// "/" leads to the search from wherever nothing is typed.
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey ||
      event.target.matches("input, textarea, select") || byId("case").open ||
      byId("filters").hidden) return;
  event.preventDefault();
  byId("q").focus();
});

byId("matrix").addEventListener("keydown", onKey);
byId("matrix").addEventListener("click", (event) => {
  const cell = event.target.closest("tbody th, tbody td");
  if (cell === null || !cell.matches("[tabindex]")) return;
  setTabStop(cell);
  activate(cell);
});
