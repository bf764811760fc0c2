// The blocks of a cluster, each with its warps and its shared memory, and who reaches into whose.
import {html, isNarrow, picture, replaceChildren, setText, svg} from "../draw.js";
import {blocksOfCluster, clusterKey, rankIn, reachesOf} from "../model/cluster.js";
import {capital, laneWords, maskOf} from "../model/lanes.js";

const boxWidth = 104, boxHeight = 66, gap = 16, arcs = 40;
const verbs = {load: "read", store: "write", atomic: "update"};

function blockText([x, y, z]) {
  return y === 0 && z === 0 ? `${x}` : `(${x}, ${y}, ${z})`;
}

// All accesses to the memory of other blocks: [{at, warp, step, rank, access, lanes}], in order.
function allReaches(launch) {
  const all = [];
  for (const warp of launch.warps)
    for (let step = 0; step < warp.length; ++step)
      if (warp.hasAccess(step)) for (const one of reachesOf(warp, step)) all.push({...one, warp, step, at: warp.at[step]});
  return all.sort((a, b) => a.at - b.at);
}

export class ClusterScene {
  constructor(section) {
    this.section = section;
    this.title = section.querySelector("h2");
    this.body = section.querySelector(".body");
    this.launch = null;
    this.shown = "";
  }

  show(view) {
    const {launch} = view;
    this.section.hidden = !launch.cluster || launch.cluster.join() === "1,1,1";
    if (this.section.hidden) return;
    if (this.launch !== launch) {
      this.launch = launch;
      this.reaches = allReaches(launch);
    }
    const {warp, last, at} = view.moment;
    const key = clusterKey(warp);
    const blocks = blocksOfCluster(launch, warp.block);
    const before = this.reaches.filter((one) => one.at <= at && clusterKey(one.warp) === key);
    const now = before.filter((one) => one.warp === warp && one.step === last);
    const states = blocks.map((one) => one.warps.map((each) => this.stateOf(view, each)));
    const seen = JSON.stringify([key, before.length, now.length, warp.index, states]);
    if (seen === this.shown) return;
    this.shown = seen;
    setText(this.title, `Cluster of ${blocks.length} blocks${launch.grid.join() === launch.cluster.join() ? "" : `, number ${key}`}`);
    replaceChildren(this.body, html("p", {class: "verdict"}, this.words(view, now, blocks, before)), this.drawing(blocks, states, warp, before, now));
  }

  stateOf(view, warp) {
    const {states} = view.stateOf(warp);
    if (states.barrier !== 0 && view.isReleased(warp)) return "run";
    return states.gone === warp.lanes ? "gone" : ["barrier", "run", "wait", "start"].find((name) => states[name] !== 0) ?? "start";
  }

  words(view, now, blocks, before) {
    if (now.length === 0)
      return before.length === 0 ? "No block has reached into another one's shared memory yet."
                                 : `Thin lines: ${before.length === 1 ? "an access" : `${before.length} accesses`} to another block's shared memory until now.`;
    const {warp, step, access, lanes} = now[0];
    const whose = now.map((one) => `block ${blockText(blocks[one.rank].block)}`);
    return `${capital(warp.name)}: ${laneWords(maskOf(lanes), warp.lanes)} ${verbs[warp.siteOf(step).kind] ?? "touch"}${lanes.length === 1 ? "s" : ""} ${
        view.names.elements(access)}, in the shared memory of ${whose.slice(0, 3).join(" and ")}${whose.length > 3 ? " and others" : ""}.`;
  }

  drawing(blocks, states, acting, before, now) {
    const perRow = isNarrow() ? 2 : 4;
    const rows = Math.ceil(blocks.length / perRow), across = Math.min(perRow, blocks.length);
    const width = across * (boxWidth + gap) - gap + 8, height = rows * (boxHeight + arcs);
    const left = (rank) => 4 + (rank % perRow) * (boxWidth + gap), top = (rank) => Math.floor(rank / perRow) * (boxHeight + arcs) + arcs - 8;
    const shapes = blocks.map(({rank, block, key, warps}) => {
      const x = left(rank), y = top(rank);
      const dots = warps.slice(0, 16).map((warp, i) => svg("rect", {class: `dot ${states[rank][i]}`, x: x + 7 + (i % 8) * 11.5, y: y + 21 + Math.floor(i / 8) * 11, width: 9, height: 9, rx: 2},
                                                           svg("title", null, `warp ${warp.number}`)));
      return svg("g", {class: `block${key === acting.blockKey ? " acts" : ""}${warps.length === 0 ? " unseen" : ""}`},
                 svg("rect", {class: "frame", x, y, width: boxWidth, height: boxHeight, rx: 4}),
                 svg("text", {class: "label start strong", x: x + 7, y: y + 13}, `block ${blockText(block)}`),
                 svg("text", {class: "label", x: x + boxWidth - 7, y: y + 13}, `rank ${rank}`),
                 warps.length === 0 ? svg("text", {class: "label start", x: x + 7, y: y + 32}, "not shown") : null, ...dots,
                 svg("rect", {class: "store", x: x + 6, y: y + boxHeight - 21, width: boxWidth - 12, height: 15, rx: 2}),
                 svg("text", {class: "label middle", x: x + boxWidth / 2, y: y + boxHeight - 10}, "shared memory"));
    });
    const kinds = new Map(); // one line for each pair of blocks, the present one last
    for (const one of before) kinds.set(`${one.warp.blockKey} ${one.rank}`, {...one, isNow: now.includes(one)});
    const lines = [...kinds.values()].sort((a, b) => a.isNow - b.isNow).map((one) => {
      const from = rankIn(one.warp.launch, one.warp.block), x1 = left(from) + boxWidth / 2, y1 = top(from), x2 = left(one.rank) + boxWidth / 2, y2 = top(one.rank);
      const peak = Math.min(y1, y2) - 4 - Math.min(16, Math.abs(x1 - x2) / 20);
      const kind = one.warp.siteOf(one.step).kind;
      return svg("g", {class: `reach ${kind}${one.isNow ? " now" : ""}`},
                 svg("path", {d: `M${x1} ${y1}C${x1} ${peak - 12} ${x2 + 10} ${peak - 12} ${x2 + 10} ${y2 - 1}`}),
                 svg("path", {class: "tip", d: `M${x2 + 6} ${y2 - 7}h8l-4 7z`}));
    });
    const text = `${blocks.length} blocks; ${now.length > 0 ? `block ${acting.blockName} reaches into the memory of rank ${now.map((one) => one.rank).join(", ")}` : "none reaches into another's memory in this step"}`;
    return picture(width, height, text, ...lines, ...shapes); // letters above lines
  }
}
