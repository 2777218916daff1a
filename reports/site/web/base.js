"use strict";
// What the parts of the page share. All that a log, a driver or a user has
// written becomes text, never HTML: el() is the only maker of elements.

const byId = (id) => document.getElementById(id);

// el("td", {class: "c", onclick: f}, "text", child, ...); null children and
// attributes that are null or false are left out.
function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null));
  return element;
}

// A table that scrolls alone where it is wider than the window, also by keys.
function wide(name, table) {
  return el("div", {class: "wide", tabindex: "0", role: "region",
    "aria-label": name}, table);
}

// heads: [[text, class or nothing]].
function table(name, heads, rows) {
  return wide(name, el("table", {class: "plain"},
    el("thead", null, el("tr", null, heads.map(([head, form]) =>
      el("th", {scope: "col", class: form}, head)))),
    el("tbody", null, rows)));
}

const ROWS_AT_FIRST = 100;

// The first rows, and a button for the others.
function longTable(name, heads, items, rowOf) {
  const view = table(name, heads, items.slice(0, ROWS_AT_FIRST).map(rowOf));
  if (items.length <= ROWS_AT_FIRST) return [view];
  const button = el("button", {type: "button", onclick: () => {
    view.querySelector("tbody").append(
      ...items.slice(ROWS_AT_FIRST).map(rowOf));
    button.remove();
  }}, "Show all " + items.length.toLocaleString("en"));
  return [view, button];
}

function section(title, ...content) {
  return el("section", null, el("h2", null, title), ...content);
}

// The small part of the data; the rest is unpacked when it is looked at.
const index = JSON.parse(byId("index").textContent);

const unpacked = new Map();

// The data blocks with these ids, once they are there.
const arrivals = new Map();

// What a file of evidence calls.
function arrived(id, packed) {
  arrivals.get(id)(packed);
}

// The packed text of a block: of a file next to the page, or of the page
// itself, in which the blocks follow the program, so that it shows before all of
// them are read.
async function packedText(id) {
  if (index.evidence) {
    return new Promise((resolve, reject) => {
      arrivals.set(id, resolve);
      const src = index.evidence + id + ".js";
      document.head.append(el("script", {src, onerror: () => reject(new Error(
        src + " is not next to the page"))}));
    });
  }
  if (document.readyState === "loading") {
    await new Promise((resolve) =>
      document.addEventListener("DOMContentLoaded", resolve, {once: true}));
  }
  return byId(id).textContent;
}

// The data block with this id.
function unpack(id) {
  if (!unpacked.has(id)) unpacked.set(id, readBlock(id));
  return unpacked.get(id);
}

async function readBlock(id) {
  if (typeof DecompressionStream === "undefined") {
    throw new Error("this browser is too old to unpack the evidence " +
      "(DecompressionStream); `wgsync show` prints it");
  }
  const packed = atob(await packedText(id));
  const bytes = Uint8Array.from(packed, (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream()
    .pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

function plural(n, one, more) {
  return n.toLocaleString("en") + " " + (n === 1 ? one : more || one + "s");
}

// Cells, by number; the two that are no verdict have numbers below 0.
const NO_CELL = -1;
const PLANNED = -2;

function rowId(group, row) {
  row.id ??= [group.primitive, ...row.w.map((w) => index.words[w])].join("/");
  return row.id;
}

// Where a case stands: {g, r}, or undefined.
let places = null;
function placeOf(id) {
  if (places === null) {
    places = new Map();
    index.groups.forEach((group, g) => group.rows.forEach((row, r) =>
      places.set(rowId(group, row), {g, r})));
  }
  return places.get(id);
}

// Whether a cell is a counted failure.
const binds = (number) => number >= 0 && index.cells[number].b !== undefined;

// What a verdict's name leaves out: "(missed), 3/10 runs, 4/93 launches, counted as progress".
function cellDetails(number) {
  if (number < 0) return "";
  const cell = index.cells[number];
  return [cell.c ? "(" + cell.c + ")" : "",
    cell.kn ? cell.kn + " " + (cell.u || "runs") : "",
    cell.l ? cell.l + " launches" : "",
    cell.b ? "counted as " + cell.b + (cell.y ? ", known" : "") : ""].filter((words) => words).join(", ");
}

// The words for people who do not see a cell.
function cellWords(number) {
  if (number === NO_CELL) return "not in this run's plan";
  if (number === PLANNED) return "planned, no verdict";
  const details = cellDetails(number);
  return index.verdicts[index.cells[number].v].name +
    (details === "" ? "" : (details[0] === "(" ? " " : ", ") + details);
}

// A verdict: its letter and marks, its word, k/n, and the colour that repeats
// them.
function paintCell(element, number) {
  if (number === NO_CELL) {
    element.classList.add("v-none");
    return element;
  }
  if (number === PLANNED) {
    element.classList.add("v-planned");
    element.append(el("b", null, "?"), " planned");
    return element;
  }
  const cell = index.cells[number];
  const {name} = index.verdicts[cell.v];
  element.classList.add("v-" + name);
  if (cell.b) element.classList.add(cell.y ? "known" : "binds");
  element.append(el("b", null, cell.t), name);
  if (cell.kn) element.append(el("small", null, " " + cell.kn));
  if (cell.y) element.append(el("small", null, " known"));
  return element;
}

// A chip and the rest of the verdict's words.
function chipAndWords(number) {
  return [number === NO_CELL ? cellWords(number)
    : paintCell(el("span", {class: "chip"}), number), " ",
  cellDetails(number)];
}

// Copies text, also if the browser gives a page of a file no clipboard;
// `near` is an element in the part of the page that can have the focus.
async function copyText(text, near) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {  // there is no clipboard, or it is not allowed
    const field = el("textarea", {class: "copied", readonly: true,
      "aria-hidden": "true"}, text);
    near.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

// A command and a button that copies it. Where nothing can, it is selected for
// the reader's own keys.
function commandView(text, id) {
  const code = el("pre", {class: "command", id, tabindex: "0",
    "aria-label": "command"}, text);
  const said = el("span", {role: "status"});
  const box = el("div", {class: "copy"}, code, el("button", {type: "button",
    "aria-label": "Copy the command", onclick: async (event) => {
      const done = await copyText(text, box);
      event.target.focus();
      if (!done) getSelection().selectAllChildren(code);
      said.textContent = done ? "copied" : "press Ctrl+C";
    }}, "Copy"), said);
  return box;
}

function columnName(column) {
  return (column.model ? "model:" + column.model + " on " : "") +
    column.platform + " / " + column.device + ", driver " + column.driver;
}
