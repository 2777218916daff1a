// The view is in the address, so that it can be sent as a link and the back
// button undoes a step.

const DEFAULTS = {
  view: index.steps ? "changes" : "matrix",
  q: "",        // words that a case's id or cause must have
  v: "",        // letters of the verdicts that are shown; all where empty
  family: "",
  binding: "",  // "1": only counted failures; a column's code: there
  differ: "",   // "1": only rows whose visible columns differ
  change: "",   // of the changes, only this kind
  open: "",     // see openPrimitives()
  older: "",    // devices whose older drivers are shown: codes, by comma
  hide: "",     // columns that are not shown: codes, by comma
  device: "",   // the column whose panel is open: its code
  answer: "",   // and the question that it answers
  case: "",     // the id of the open case
  col: "",      // and its column: a code
};

const NO_DIALOG = {case: "", col: "", device: "", answer: ""};

// Four letters and digits for a long name, so that links stay short. They are
// the same on each page.
const CODE_LENGTH = 4;

function codeOf(name) {
  let hash = 2166136261;  // FNV-1a
  for (const sign of name) {
    hash = Math.imul(hash ^ sign.codePointAt(0), 16777619);
  }
  return (hash >>> 0).toString(36).padStart(CODE_LENGTH, "0")
    .slice(-CODE_LENGTH);
}

for (const column of index.columns) {
  column.code = codeOf(column.key);
  column.device_code = codeOf(column.model + "@" + column.device_key);
}

// The number of the column with this code, or, from a hand-made link, with
// this key; -1 if there is none.
const columnOf = (code) =>
  index.columns.findIndex((c) => c.code === code || c.key === code);

let state = {...DEFAULTS};

function readState() {
  const said = new URLSearchParams(location.hash.slice(1));
  state = {...DEFAULTS};
  for (const key of Object.keys(DEFAULTS)) {
    if (said.has(key)) state[key] = said.get(key);
  }
}

// The address of the view with these changes. Slashes and equal signs stay
// readable; URLSearchParams splits at the first equal sign alone.
function link(changes) {
  const next = {...state, ...changes};
  return "#" + Object.keys(DEFAULTS)
    .filter((key) => next[key] !== DEFAULTS[key])
    .map((key) => key + "=" + encodeURIComponent(next[key])
      .replace(/%2F/g, "/").replace(/%3D/g, "=").replace(/%2C/g, ","))
    .join("&");
}

// Goes to that view: a step that "back" undoes, or in place of this one.
function go(changes, inPlace) {
  const address = link(changes);
  if (address === (location.hash || "#")) return;
  if (inPlace) {
    history.replaceState(history.state, "", address);
  } else {
    history.pushState({inside: true}, "", address);
  }
  render();
}

const listOf = (text) => text === "" ? [] : text.split(",");

function toggled(text, item) {
  const items = listOf(text);
  return (items.includes(item)
    ? items.filter((other) => other !== item) : [...items, item]).join(",");
}

// Up to so many primitives are spelled in a link.
const NAMES_IN_LINK = 2;

// The primitives that are open. In the address they are names by comma or,
// after "~", codes without a comma; "*" in front: all but these.
function openPrimitives() {
  const items = listOf(state.open);
  const isAll = items[0] === "*";
  const named = new Set(items.flatMap((item) => item.startsWith("~")
    ? item.slice(1).match(/.{4}/g) || [] : [item]));
  return new Set(index.groups.map((group) => group.primitive)
    .filter((p) => (named.has(p) || named.has(codeOf(p))) !== isAll));
}

// Their text in the address, of whichever is less: these or the others.
function openText(open) {
  const others = index.groups.map((group) => group.primitive)
    .filter((p) => !open.has(p));
  const items = others.length < open.size ? others : [...open];
  return [...(others.length < open.size ? ["*"] : []),
    ...(items.length <= NAMES_IN_LINK ? items
      : ["~" + items.map(codeOf).join("")])].join(",");
}
