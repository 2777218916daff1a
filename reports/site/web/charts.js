// Charts, each with its table beside it. Lines differ in colour, dash and
// point; the table has what they show as numbers.

const SERIES_AT_FIRST = 8;
const DASHES = [[], [7, 3], [2, 2], [9, 3, 2, 3]];
const POINTS = ["circle", "triangle", "rect", "cross", "rectRot", "star"];
const COLORS_LIGHT = ["#0b4f9c", "#a33b00", "#00695c", "#8e1b7a", "#5d5a00",
  "#b00020", "#4527a0", "#33691e"];
const COLORS_DARK = ["#8ab8f5", "#ffb37a", "#6fd6c8", "#f3a0e4", "#dcd65a",
  "#ff9a9a", "#bda7ff", "#a9d98a"];

const darkMode = matchMedia("(prefers-color-scheme: dark)");
const drawn = [];

function styleOf(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name)
    .trim();
}

// The series by number: those that end best, but before all others those of the
// primitive that most readers compare with.
function inOrder(chart) {
  const isAlways = (series) =>
    Boolean(chart.always) && series.name.startsWith(chart.always + ",");
  return chart.series.map((series, i) => i).sort((a, b) =>
    isAlways(chart.series[b]) - isAlways(chart.series[a]) || a - b);
}

function dataset(chart, i) {
  const series = chart.series[i];
  // Those that are drawn at first have a colour and a point each.
  const place = inOrder(chart).indexOf(i);
  const color = (darkMode.matches ? COLORS_DARK : COLORS_LIGHT)[place % 8];
  const common = {label: series.name, borderColor: color,
    backgroundColor: color};
  if (chart.form === "ranges") {
    return {...common, borderWidth: 2, minBarLength: 3, grouped: true,
      data: series.points.map((p) => p === null ? null : [p[0], p[2]])};
  }
  return {...common, data: series.points, spanGaps: true, borderWidth: 2,
    borderDash: DASHES[Math.floor(place / 2) % 4], pointRadius: 4,
    pointStyle: POINTS[place % 6]};
}

function pointText(point) {
  if (point === null) return "";
  const number = (n) => n.toLocaleString("en", {maximumFractionDigits: 1});
  return Array.isArray(point) ? point.map(number).join(" / ") : number(point);
}

function draw(chart, canvas, shown) {
  const axis = (text, more) => ({
    title: {display: true, text, color: styleOf("--fg")},
    grid: {color: styleOf("--line")}, ...more,
    ticks: {color: styleOf("--fg"), ...more.ticks}});
  // Level names of a narrow chart would run into each other.
  const minRotation = canvas.parentElement.clientWidth < 500 ? 40 : 0;
  return new Chart(canvas, {
    type: chart.form === "ranges" ? "bar" : "line",
    data: {labels: chart.categories,
      datasets: shown.map((i) => dataset(chart, i))},
    options: {animation: false, responsive: true, maintainAspectRatio: false,
      // Room for a name that is turned and begins left of its axis.
      layout: {padding: {left: 12, right: 12}},
      scales: {x: axis(chart.x, {ticks: {minRotation}}), y: axis(chart.y,
        {type: chart.log ? "logarithmic" : "linear",
          beginAtZero: !chart.log})},
      plugins: {legend: {position: "bottom", labels: {color: styleOf("--fg"),
        usePointStyle: chart.form !== "ranges"}}}},
  });
}

function chartView(chart) {
  const canDraw = typeof Chart !== "undefined";
  const canvas = el("canvas", {role: "img", "aria-label": chart.title +
    "; the table beside it has the numbers"});
  const shown = new Set(inOrder(chart).slice(0, SERIES_AT_FIRST));
  const view = {chart, canvas, shown, plot: null};
  drawn.push(view);
  const box = (i) => el("input", {type: "checkbox", checked: shown.has(i),
    "aria-label": "draw " + chart.series[i].name, onchange: (event) => {
      if (event.target.checked) shown.add(i);
      else shown.delete(i);
      redraw(view);
    }});
  return el("section", {class: "chart"},
    el("h2", null, chart.title), el("p", {class: "note"}, chart.note +
      (chart.form === "ranges" ? " (fewest / median / most)" : "") + "."),
    canDraw ? el("div", {class: "plot"}, canvas) : el("p", {class: "note"},
      "Not drawn: Chart.js was not there when wgsync was built."),
    wide("numbers", el("table", {class: "plain"},
      chart.form === "ranges" ? downTable(chart, box)
        : acrossTable(chart, box))),
    leftOutView(chart.left_out || []));
}

// Below a chart: how many forms are not drawn, why, and which.
function leftOutView(reasons) {
  if (reasons.length === 0) return null;
  const all = reasons.reduce((sum, {forms}) => sum + forms.length, 0);
  return el("details", {class: "left-out"}, el("summary", null,
    plural(all, "form") + " left out: " +
      reasons.map(({why, forms}) => forms.length + " " + why).join(", ")),
  reasons.map(({why, forms}) => [el("h3", null, why),
    el("ul", null, forms.map((form) => el("li", {class: "mono"}, form)))])
    .flat());
}

const seriesLabel = (series, box) => el("label", null, box, " ", series.name);

const pointCell = (series, p) => el("td", {class: "number"},
  pointText(series.points[p]),
  series.note[p] ? el("small", null, series.note[p]) : null);

// A row for each series, or, where their categories have the longer names, a
// row for each category.
function acrossTable(chart, box) {
  return [el("thead", null, el("tr", null, el("th", {scope: "col"}, chart.y),
    chart.categories.map((c) =>
      el("th", {class: "number", scope: "col"}, c)))),
  el("tbody", null, chart.series.map((series, i) => el("tr", null,
    el("th", {scope: "row"}, seriesLabel(series, box(i))),
    series.points.map((point, p) => pointCell(series, p)))))];
}

function downTable(chart, box) {
  return [el("thead", null, el("tr", null, el("th", {scope: "col"}, chart.x),
    chart.series.map((series, i) =>
      el("th", {scope: "col"}, seriesLabel(series, box(i)))))),
  el("tbody", null, chart.categories.map((category, p) => el("tr", null,
    el("th", {scope: "row"}, category),
    chart.series.map((series) => pointCell(series, p)))))];
}

function redraw(view) {
  if (typeof Chart === "undefined") return;
  if (view.plot !== null) view.plot.destroy();
  view.plot = draw(view.chart, view.canvas,
    [...view.shown].sort((a, b) => a - b));
}

function drawCharts() {
  if (drawn.length > 0) return;
  byId("view-charts").replaceChildren(...index.charts.map(chartView));
  drawn.forEach(redraw);
}

darkMode.addEventListener("change", () => drawn.forEach(redraw));
