// The view is in the address, so that it can be sent as a link and the back
// button undoes a step.

const DEFAULTS = {
  view: index.steps ? "changes" : "matrix",
  q: "",        // words that a case's id or cause must have
  v: "",        // letters of the verdicts that are shown; all where empty
  family: "",
  binding: "",  // "1": only what fails as binding; a column's key: there
  differ: "",   // "1": only rows whose visible columns differ
  change: "",   // of the changes, only this kind
  open: "",     // primitives that are open, by comma; "*" for all
  older: "",    // devices whose older drivers are shown, by comma
  case: "",     // the id of the open case
  col: "",      // and the key of its column
};

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
