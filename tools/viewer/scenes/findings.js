// What the checks have found. A race is two tracks: who did what, when, and that nothing orders the
// two.
import {html, isNarrow, picture, replaceChildren, svg} from "../draw.js";
import {capital} from "../model/lanes.js";
import {placeOf} from "../model/memory.js";
import {momentOfStep} from "../model/moments.js";
import {placeForBarrier} from "../model/place.js";

const names = {
  race: "Race",
  warp_race: "Race within a warp",
  out_of_bounds: "Access out of bounds",
  uninitialized_read: "Read before it is written",
  barrier_divergence: "Barrier that not all threads reach",
  barrier_mismatch: "Barriers that do not match",
  warp_mask: "Mask that does not match the lanes",
  misaligned: "Misaligned access",
  null_pointer: "Access through a null pointer",
  use_after_free: "Access to freed memory",
  scope: "Scope that is too narrow",
  lost_child_launch: "Lost launch by a kernel",
  timeout: "It does not end",
  wrong_element: "Wrong element",
};

export function titleOf(kind) {
  return names[kind] ?? (kind.charAt(0).toUpperCase() + kind.slice(1)).replace(/_/g, " ");
}

// Of a finding that this launch does not show: where it is, as a link, or why it is nowhere.
export function elsewhere(view, {finding, launch}) {
  if (launch) return html("button", {type: "button", class: "link", onclick: () => view.openLaunch(launch)}, `Not in this launch: see launch ${launch.number}`);
  const {grid, block} = finding.launch ?? {};
  if (finding.kind === "launch_error" || [...(grid ?? []), ...(block ?? [])].includes(0)) return "The launch was refused, so no thread of it ran: there is no step to show.";
  return finding.thread ? "It concerns a thread that is not in any launch shown here." : "It does not concern a single thread, so there is no step to show.";
}

const verbs = {read: "reads", write: "writes", atomic: "updates", barrier: "waits at the barrier", warp: "takes part", exit: "exits"};

// The number of a side's thread in its block, as threadIdx counts it; in two or three dimensions as a triple.
function threadOf({warp, lane}) {
  const number = 32 * warp.number + lane, [x, y, z] = warp.launch.block;
  return y * z === 1 ? `${number}` : `(${number % x},${Math.floor(number / x) % y},${Math.floor(number / (x * y))})`;
}

const accessOf = {load: "read", store: "write", atomic: "atomic", barrier: "barrier"};

// Both sides of a finding, or its only one, the earlier first.
function sidesOf(finding, one, other) {
  const {kind} = one.warp.siteOf(one.step);
  const access = kind === "warp" ? "warp" : finding.access ?? accessOf[kind];
  const sides = [{...one, access, line: finding.line}];
  if (other !== null) sides.push({...other, access: finding.other.access, line: finding.other.line});
  return sides.sort((a, b) => a.warp.at[a.step] - b.warp.at[b.step]);
}

export class FindingsScene {
  constructor(section) {
    this.section = section;
    this.title = section.querySelector("h2");
    this.body = section.querySelector(".body");
    this.launch = null;
  }

  show(view) {
    const {findings} = view;
    this.section.hidden = findings.length === 0;
    if (findings.length === 0) return;
    if (this.launch !== view.launch) {
      this.launch = view.launch;
      this.title.textContent = findings.length === 1 ? "Finding" : `${findings.length} findings`;
      this.items = findings.map((placed) => this.item(view, placed));
      replaceChildren(this.body, ...this.items);
    }
    findings.forEach((placed, i) => this.items[i].classList.toggle("now", placed.moment === view.index));
  }

  item(view, placed) {
    const {finding, moment} = placed;
    return html("article", {class: finding.severity},
                html("h3", null, titleOf(finding.kind)),
                html("p", null, `${finding.line ? `Line ${finding.line}: ${finding.message}` : capital(finding.message)}.`),
                this.deeds(view, placed),
                placed.other ? this.tracks(view, placed) : null,
                ...this.advice(placed),
                finding.why ? html("p", {class: "quiet"}, finding.why) : null,
                moment >= 0 ? html("button", {type: "button", onclick: () => view.goTo(moment)}, "Show this step")
                            : finding.kind === "wrong_element" ? null
                            : html("p", {class: "quiet"}, elsewhere(view, placed)));
  }

  // What would help; of a race also one place at which a barrier orders the two sides, if there is one.
  advice({finding, one, other}) {
    const advice = (finding.advice ?? "").replace(/\.$/, "");
    const found = finding.kind === "race" && one !== null && other !== null ? placeForBarrier(...sidesOf(finding, one, other)) : null;
    if (found === null) return [advice === "" ? null : html("p", {class: "advice"}, "What to do: ", advice, ".")];
    const where = found.before === 0 ? `after line ${found.behind}, at the end of the loop's body` : `between lines ${found.behind} and ${found.before}`;
    return [html("p", {class: "advice"}, `What to do: one barrier orders these two, __syncthreads() ${where}.`), advice === "" ? null : html("p", {class: "quiet"}, "In general: ", advice, ".")];
  }

  // "tile[32]: block 0, warp 0, lane 0 reads it (step 45); ...": everything leads to where it is.
  deeds(view, {finding, one, other, place}) {
    if (one === null || (place === null && other === null)) return null;
    const link = (text, act) => html("button", {type: "button", class: "link", onclick: act}, text);
    const name = place === null ? "" : view.names.element(place.access, place.address);
    const element = place === null ? null
                                   : link(name, () => view.showHistory(placeOf(place.access, place.warp, place.address), name));
    const deeds = sidesOf(finding, one, other).flatMap((side, i) => {
      const moment = momentOfStep(view.moments, side.warp, side.step);
      const verb = verbs[side.access] ?? "is at the line";
      return [`${i > 0 ? "; " : ""}thread ${threadOf(side)} = ${side.warp.name}, lane ${side.lane} ${verb}${place === null || !["read", "write", "atomic"].includes(side.access) ? "" : " it"} (`,
              link(`step ${moment + 1}`, () => view.goToStep(side.warp, side.step)), ")"];
    });
    return html("p", {class: "deeds"}, element, element === null ? null : ": ", ...deeds, ".");
  }

  tracks(view, {finding, one, other}) {
    const sides = sidesOf(finding, one, other);
    const narrow = isNarrow(), width = narrow ? 316 : 460, at = narrow ? [150, 230] : [212, 330];
    const isRace = finding.kind.includes("race");
    const side = (one, i) => {
      const y = 16 + i * 46;
      return svg("g", {class: `side ${one.access}`, onclick: () => view.goToStep(one.warp, one.step)},
                 svg("line", {x1: 6, x2: width - 6, y1: y, y2: y, class: "track"}),
                 svg("text", {x: 6, y: y - 5, class: "label start"}, `${one.warp.name}, lane ${one.lane}`),
                 svg("circle", {cx: at[i], cy: y, r: 6, class: "deed"}),
                 svg("text", {x: at[i] + (i === 1 && narrow ? 8 : 10), y: y + (i === 0 ? -5 : 16), class: `label strong${i === 1 && narrow ? "" : " start"}`}, `${verbs[one.access] ?? "is"} at line ${one.line}`));
    };
    const text = `${sides[0].warp.name}, lane ${sides[0].lane} ${verbs[sides[0].access] ?? "is"} at line ${sides[0].line}; ${
        sides[1].warp.name}, lane ${sides[1].lane} ${verbs[sides[1].access] ?? "is"} at line ${sides[1].line}. ${
        isRace ? "Nothing orders the two." : ""}`;
    return picture(width, 84, text,
                   isRace ? svg("line", {x1: at[0], y1: 16, x2: at[1], y2: 62, class: "missing"}) : null,
                   isRace ? svg("text", {x: (at[0] + at[1]) / 2 + (narrow ? -12 : 14), y: 42, class: `label${narrow ? "" : " start"} missing-text`}, "nothing orders these two") : null,
                   ...sides.map(side));
  }
}
