// The launches of a run that one can look at. Those by kernels have a tree.
import {html, replaceChildren} from "../draw.js";
import {familiesOf} from "../model/tree.js";

export function shapeWords(launch) {
  const size = (three) => (three[2] > 1 ? three.join(" x ") : three[1] > 1 ? `${three[0]} x ${three[1]}` : `${three[0]}`);
  return `${size(launch.grid)} ${launch.grid.join() === "1,1,1" ? "block" : "blocks"} of ${size(launch.block)} ${launch.threadsOfBlock === 1 ? "thread" : "threads"}`;
}

const most = 200;

export function showLaunches(element, view) {
  const {trace} = view;
  const shown = trace.shown.slice(0, most), inTree = new Set(familiesOf(trace));
  element.hidden = shown.length < 2 || (shown.every((one) => inTree.has(one)) && !view.embedded);
  if (element.hidden) return;
  replaceChildren(element, html("ol", null, ...shown.map((launch) => html("li", null, html("button", {
    type: "button",
    "aria-current": launch === view.launch ? "true" : null,
    title: launch.by ? `launched by launch ${launch.by.launch}, line ${launch.by.line}` : launch.kernel,
    onclick: () => view.openLaunch(launch),
  }, `${launch.number}. ${launch.shortName}`, html("small", null, shapeWords(launch)))))));
}
