// The values of an access, lane by lane; what one lane has read and written; the history of one
// element.
import {html, replaceChildren, setText} from "../draw.js";
import {sourceOf} from "../model/exchange.js";
import {capital, hasLane} from "../model/lanes.js";
import {accessList, historyOf, placeOf} from "../model/memory.js";
import {valueText} from "../model/names.js";

const verbs = {load: "read", store: "wrote", atomic: "updated"};
const mostRows = 10;

export class LaneScene {
  constructor(section) {
    this.title = section.querySelector("h2");
    this.body = section.querySelector(".body");
    this.place = null;
    this.wrote = new Map(); // whether anybody had before a read: sought once
  }

  showHistory(view, place, name) {
    this.place = {place, name};
    this.show(view);
    this.body.parentElement.scrollIntoView?.({block: "nearest"});
  }

  show(view) {
    const {focus, lane} = view;
    setText(this.title, `${capital(focus.name)}, lane ${lane}: what it reads and writes`);
    replaceChildren(this.body, this.values(view), this.recent(view), this.place === null ? html("p", {class: "quiet"},
        "Choose an element in a drawing to see who wrote it.") : this.history(view));
  }

  // The present access by lane, as a list of 32.
  values(view) {
    const {warp, last} = view.moment;
    const access = warp === view.focus ? warp.accesses(last)[0] : undefined;
    const exchange = warp === view.focus ? warp.exchange(last) : null;
    if (exchange !== null) return this.got(view, warp, exchange);
    if (access === undefined || access.values === null) return html("div", {class: "values empty"});
    const cells = [];
    for (let lane = 0; lane < 32; ++lane) {
      const there = hasLane(access.lanes, lane);
      const value = there ? [access.values[lane]].flat().map((one) => view.names.value(access, access.addresses[lane], one)).join("\n") : "";
      cells.push(html("button", {
        type: "button",
        tabindex: -1, // up and down choose a lane
        class: `value${lane === view.lane ? " own" : ""}${there ? "" : " none"}`,
        title: there ? `${view.names.element(access, access.addresses[lane])} = ${value}` : "inactive",
        "aria-label": `lane ${lane}: ${there ? value : "inactive"}`,
        onclick: () => view.choose(warp, lane),
      }, html("small", null, `${lane}`), html("span", null, value)));
    }
    return html("div", {class: "values"}, ...cells);
  }

  // What lanes get in an exchange.
  got(view, warp, exchange) {
    const cells = [];
    for (let lane = 0; lane < 32; ++lane) {
      const there = hasLane(exchange.lanes, lane), value = there ? valueText(exchange.got[lane]) : "";
      cells.push(html("button", {type: "button", tabindex: -1, class: `value${lane === view.lane ? " own" : ""}${there ? "" : " none"}`, "aria-label": `lane ${lane}: ${there ? `got ${value}` : "inactive"}`, onclick: () => view.choose(warp, lane)},
                      html("small", null, `${lane}`), html("span", null, value)));
    }
    return html("div", {class: "values"}, ...cells);
  }

  exchangeText(exchange, lane) {
    const from = sourceOf(exchange, lane), got = valueText(exchange.got[lane]);
    return `gave ${valueText(exchange.gave[lane])}, got ${got}${exchange.way === "reduce" ? " from all lanes" : from < 0 ? "" : from === lane ? ", its own" : ` from lane ${from}`}`;
  }

  // What launches before this one did to an element that outlives them.
  earlier(view, place) {
    if (place.space !== "global") return [];
    const key = `${view.launch.number} ${place.allocation} ${place.address}`;
    if (this.earlierKey === key) return this.earlierEvents;
    this.earlierKey = key;
    const before = view.trace.shown.slice(0, view.trace.shown.indexOf(view.launch));
    return this.earlierEvents = before.flatMap((launch) => historyOf(accessList(launch), place));
  }

  row(view, warp, step, text) {
    const now = warp === view.moment.warp && step === view.moment.last;
    return html("li", {class: now ? "now" : ""},
                html("button", {type: "button", class: "link", onclick: () => view.goToStep(warp, step)},
                     `line ${warp.siteOf(step).line}`), ` ${text}`);
  }

  // What a lane reads from shared memory that nobody has written: only looked for where a check has found something.
  unwritten(view, warp, step, access) {
    if (view.findings.length === 0 || access.space !== "shared" || warp.siteOf(step).kind !== "load") return "";
    const key = `${view.launch.number} ${warp.index} ${step} ${view.lane}`;
    if (!this.wrote.has(key))
      this.wrote.set(key, historyOf(view.accesses, placeOf(access, warp, access.addresses[view.lane]))
                              .some((one) => one.kind !== "load" && one.warp.at[one.step] < warp.at[step]));
    if (this.wrote.get(key)) return "";
    const ofBlock = view.launch.warps.filter((one) => one.blockKey === warp.blockKey).length;
    return ofBlock === view.launch.warpsOfBlock ? " (nobody has written it yet)" : " (no warp shown has written it yet)";
  }

  recent(view) {
    const {focus, lane} = view;
    const rows = [];
    for (let i = view.steps[focus.index]; i >= 0 && rows.length < mostRows; --i) {
      const exchange = focus.exchange(i);
      if (exchange !== null && hasLane(exchange.lanes, lane)) rows.push(this.row(view, focus, i, this.exchangeText(exchange, lane)));
      if (focus.isFence(i) && hasLane(focus.active[i], lane)) rows.push(this.row(view, focus, i, "reached a fence"));
      for (const access of focus.accesses(i)) {
        if (!hasLane(access.lanes, lane)) continue;
        const {kind} = focus.siteOf(i);
        const text = (values) => view.names.value(access, access.addresses[lane], values?.[lane]);
        const value = text(access.values), found = text(access.found);
        rows.push(this.row(view, focus, i, `${verbs[kind] ?? "touched"} ${view.names.element(access, access.addresses[lane])}${
            value === "" ? "" : kind === "load" ? ` = ${value}` : kind === "store" ? `: ${value}` : ` by ${value}`}${
            found === "" ? "" : `, found ${found}`}${this.unwritten(view, focus, i, access)}`));
      }
    }
    if (rows.length === 0) return html("p", {class: "quiet"}, `Lane ${lane} has not touched memory yet.`);
    return html("ol", {class: "events"}, ...rows.reverse());
  }

  history(view) {
    const {place, name} = this.place;
    const at = view.moment.at;
    const events = [...this.earlier(view, place), ...historyOf(view.accesses, place)];
    const before = events.filter((one) => one.warp.at[one.step] <= at);
    const shown = before.slice(-mostRows);
    const text = (one, value) => view.names.value(one.access, place.address, value);
    return html("div", {class: "history"}, html("h3", null, `History of ${name}`),
                shown.length === 0 ? html("p", {class: "quiet"}, "No lane that is shown has touched it until now.") : html("ol", {class: "events"},
                    ...shown.map((one) => this.row(view, one.warp, one.step, `${one.warp.launch === view.launch ? "" : `launch ${one.warp.launch.number}, `}${one.warp.name}, lane ${one.lane} ${verbs[one.kind] ?? "touched"} ${
                        one.kind === "atomic" ? "it by " : ""}${text(one, one.value)}${one.found === null ? "" : `, found ${text(one, one.found)}`}`))),
                html("p", {class: "quiet"}, `${before.length} of ${events.length} accesses until now.`));
  }
}
