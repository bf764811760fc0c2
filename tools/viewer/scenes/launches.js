// The launches of a run, those by kernels below the one that launched them.
import {html, replaceChildren} from "../draw.js";

export function shapeWords(launch) {
  const size = (three) => (three[2] > 1 ? three.join(" x ") : three[1] > 1 ? `${three[0]} x ${three[1]}` : `${three[0]}`);
  return `${size(launch.grid)} ${launch.grid.join() === "1,1,1" ? "block" : "blocks"} of ${size(launch.block)} threads`;
}


const most = 200;

export function showLaunches(element, view) {
  const {trace} = view;
  if (trace.launches.length < 2) {
    element.replaceChildren();
    return;
  }
  const depth = new Map();
  const shown = trace.launches.filter((launch) => launch.warps.length > 0 || launch.by).slice(0, most);
  for (const launch of shown) depth.set(launch.number, launch.by ? (depth.get(launch.by.launch) ?? 0) + 1 : 0);
  const isTree = shown.some((launch) => launch.by);
  const ordered = isTree ? treeOrder(shown) : shown;
  replaceChildren(element, html("ol", {class: isTree ? "tree" : ""}, ...ordered.map((launch) => html(
      "li", {style: `--depth: ${depth.get(launch.number)}`},
      html("button", {
        type: "button",
        "aria-current": launch === view.launch ? "true" : null,
        disabled: launch.warps.length === 0,
        title: launch.by ? `launched by launch ${launch.by.launch}, line ${launch.by.line}` : launch.kernel,
        onclick: () => view.openLaunch(launch),
      }, `${launch.number}. ${launch.shortName}`, html("small", null, shapeWords(launch)))))));
}

// Children behind their parents.
function treeOrder(launches) {
  const children = new Map();
  for (const launch of launches) {
    const parent = launch.by && launches.some((one) => one.number === launch.by.launch) ? launch.by.launch : 0;
    if (!children.has(parent)) children.set(parent, []);
    children.get(parent).push(launch);
  }
  const order = [];
  const visit = (number) => {
    for (const launch of children.get(number) ?? []) {
      order.push(launch);
      visit(launch.number);
    }
  };
  visit(0);
  return order;
}
