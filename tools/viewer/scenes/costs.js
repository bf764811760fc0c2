// A row for each line that accesses memory: requests, sectors or passes, and how many a request takes.
import {html, replaceChildren, setText} from "../draw.js";
import {costsOf} from "../model/costs.js";
import {explained} from "./words.js";

const verbs = {load: "loads", store: "stores", atomic: "atomics"};

function amountOf(amount, unit) {
  return `${shortNumber(amount)} ${amount === 1 ? {sectors: "sector", passes: "pass"}[unit] : unit}`;
}

function amountWords({amount, unit, conflicts}) {
  return `${amountOf(amount, unit)}${conflicts > 0 ? `, ${conflicts} for bank conflicts` : ""}`;
}

const mostRounds = 16;

function shortNumber(value) {
  return Number.isInteger(value) ? `${value}` : value.toFixed(1);
}

export class CostsScene {
  constructor(section) {
    this.section = section;
    this.title = section.querySelector("h2");
    this.body = section.querySelector(".body");
    this.launch = null;
  }

  show(view) {
    if (this.launch !== view.launch) this.open(view);
    const {warp, last} = view.moment;
    const {line, file, kind} = warp.siteOf(last);
    for (const {row, element} of this.rows)
      element.classList.toggle("now", row.line === line && row.file === file && row.kind === kind && warp.hasAccess(last));
  }

  open(view) {
    this.launch = view.launch;
    this.rows = costsOf(view.launch).map((row) => ({row, element: this.row(view, row)}));
    this.section.hidden = this.rows.length === 0;
    setText(this.title, view.launch.isWhole ? "What lines cost" : `What lines cost: of the ${view.launch.warps.length} warps shown`);
    const heads = ["line", "accesses", "requests", "in all", "a request"];
    const byRound = this.rows.flatMap(({row, element}) => [element, this.rounds(view, row)]);
    replaceChildren(this.body, html("table", {class: "costs"},
        html("thead", null, html("tr", null, ...heads.map((head) => html("th", {scope: "col"}, ...explained(head))))),
        html("tbody", null, ...byRound.filter((one) => one !== null))),
        html("p", {class: "quiet"}, ...explained("Sums of the warps that are shown, and not of the whole launch if it has more: sectors of global memory, passes through the banks of shared memory. A line leads to its first access.")));
  }

  // The rounds of a loop as bars, if they differ; each leads to its first access.
  rounds(view, row) {
    const each = row.rounds.map((one) => one.amount / one.requests);
    if (each.length < 2 || each.every((one) => one === each[0])) return null;
    const most = Math.max(...each);
    const bars = row.rounds.slice(0, mostRounds).map((one, i) => {
      const words = `iteration ${i + 1}: ${amountOf(each[i], row.unit)} a request`;
      const bar = html("i");
      bar.style.height = `${Math.max(4, (100 * each[i]) / most)}%`;
      return html("button", {type: "button", title: words, "aria-label": `line ${row.line}, ${words}`, onclick: () => view.goToStep(one.first.warp, one.first.step)},
                  html("span", null, bar), shortNumber(each[i]));
    });
    const left = row.rounds.length - bars.length;
    return html("tr", {class: "rounds"}, html("td"), html("td", {colspan: 4}, html("div", null, html("span", {class: "quiet"}, "by iteration"), ...bars, left > 0 ? html("span", {class: "quiet"}, `and ${left} more`) : null)));
  }

  row(view, row) {
    const go = () => view.goToStep(row.first.warp, row.first.step);
    const where = row.first === null ? "all" : html("button", {type: "button", class: "link", onclick: go, "aria-label": `line ${row.line}: first access`}, `${row.line}`);
    const file = view.trace.files[row.file]?.name ?? "";
    return html("tr", {class: row.first === null ? "sum" : null},
                html("th", {scope: "row", title: file}, where), html("td", null, `${verbs[row.kind] ?? row.kind}, ${row.space}`),
                html("td", null, `${row.requests}`), html("td", null, amountWords(row)),
                html("td", null, (row.amount / row.requests).toFixed(2)));
  }
}
