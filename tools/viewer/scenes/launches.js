// The launches of a run, those by kernels below the one that launched them.
import {html, replaceChildren} from "../draw.js";
import {treeOf} from "../model/tree.js";

export function shapeWords(launch) {
  const size = (three) => (three[2] > 1 ? three.join(" x ") : three[1] > 1 ? `${three[0]} x ${three[1]}` : `${three[0]}`);
  return `${size(launch.grid)} ${launch.grid.join() === "1,1,1" ? "block" : "blocks"} of ${size(launch.block)} ${launch.threadsOfBlock === 1 ? "thread" : "threads"}`;
}

const most = 200;

export function showLaunches(element, view) {
  const {trace} = view;
  if (trace.launches.length < 2) {
    element.replaceChildren();
    return;
  }
  const shown = trace.launches.filter((launch) => launch.warps.length > 0 || launch.by).slice(0, most);
  const isTree = shown.some((launch) => launch.by);
  const ordered = isTree ? treeOf(shown) : shown.map((launch) => ({launch, depth: 0}));
  replaceChildren(element, html("ol", {class: isTree ? "tree" : ""}, ...ordered.map(({launch, depth}) => html(
      "li", {style: `--depth: ${depth}`},
      html("button", {
        type: "button",
        "aria-current": launch === view.launch ? "true" : null,
        disabled: launch.warps.length === 0,
        title: launch.by ? `launched by launch ${launch.by.launch}, line ${launch.by.line}` : launch.kernel,
        onclick: () => view.openLaunch(launch),
      }, `${launch.number}. ${launch.shortName}`, html("small", null, shapeWords(launch)))))));
}
