// A row for each line that accesses memory: requests, sectors or passes, and how many a request takes.
import {html, replaceChildren} from "../draw.js";
import {costsOf} from "../model/costs.js";
import {explained} from "./words.js";

const verbs = {load: "loads", store: "stores", atomic: "atomics"};

function amountWords({amount, unit, conflicts}) {
  const name = amount === 1 ? {sectors: "sector", passes: "pass"}[unit] : unit;
  return `${amount} ${name}${conflicts > 0 ? `, ${conflicts} for bank conflicts` : ""}`;
}

export class CostsScene {
  constructor(section) {
    this.section = section;
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
    const heads = ["line", "accesses", "requests", "in all", "a request"];
    replaceChildren(this.body, html("table", {class: "costs"},
        html("thead", null, html("tr", null, ...heads.map((head) => html("th", {scope: "col"}, ...explained(head))))),
        html("tbody", null, ...this.rows.map((one) => one.element))),
        html("p", {class: "quiet"}, ...explained("Of all warps that are shown: sectors of global memory, passes through the banks of shared memory. A line leads to its first access.")));
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
