// One sentence for each moment: which lanes of which warp do what, and which lanes wait.
import {isOfCluster} from "./cluster.js";
import {exchangeWords} from "./exchange.js";
import {capital, laneCount, laneWords} from "./lanes.js";
import {globalRequest, sharedPasses} from "./requests.js";
import {stateOf} from "./state.js";

const verbs = {
  load: ["reads", "read"],
  store: ["writes", "write"],
  atomic: ["updates", "update"],
};

const number = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

function countWords(count, noun, plural = `${noun}s`) {
  return `${number[count] ?? count} ${count === 1 ? noun : plural}`;
}

function plural(mask, [one, many]) {
  return laneCount(mask) === 1 ? one : many;
}

// What an access costs: "4 sectors", "2 passes, because of bank conflicts".
export function costWords(access) {
  if (access.space === "global" && access.sectors !== undefined)
    return countWords(access.sectors, "sector");
  if (access.space === "shared") {
    const passes = sharedPasses(access).length;
    return access.conflicts > 0 ? `${countWords(passes, "pass", "passes")}, because of bank conflicts`
                                : "no bank conflict";
  }
  return "";
}

function accessWords(kind, access, names) {
  const verb = plural(access.lanes, verbs[kind] ?? ["accesses", "access"]);
  const cost = costWords(access);
  const atomically = kind === "atomic" ? " atomically" : "";
  return `${verb} ${names.elements(access)}${atomically}${cost === "" ? "" : ` (${cost})`}`;
}

function runWords(mask, line) {
  return line > 0 ? `${plural(mask, ["runs", "run"])} line ${line}` : plural(mask, ["calculates", "calculate"]);
}

function deedWords(warp, moment, names) {
  const i = moment.last;
  const {kind, line, op, callee} = warp.siteOf(i);
  const mask = warp.active[i];
  switch (kind) {
    case "load":
    case "store":
    case "atomic": {
      const accesses = warp.accesses(i);
      if (accesses.length > 0)
        return accesses.map((access) => accessWords(kind, access, names)).join(" and ");
      return laneCount(warp.executing(i)) === 0 ? "skip a memory access: no lane's condition holds"
                                                : `${plural(mask, ["accesses", "access"])} memory`;
    }
    case "barrier":
      return barrierWords(warp, i, mask);
    case "leave":
      return `${plural(mask, ["passes", "pass"])} ${isOfCluster(warp.siteOf(i)) ? "the cluster's barrier" : "the barrier"}`;
    case "exit":
      return warp.executing(i) === mask ? plural(mask, ["exits", "exit"])
                                        : laneCount(warp.executing(i)) === 0 ? "check whether to exit: none does" : `check whether to exit: ${laneWords(warp.executing(i))} ${plural(warp.executing(i), ["does", "do"])}`;
    case "branch":
      if (warp.split(i) !== null) return partWords(warp, i);
      return runWords(mask, line);
    case "call":
      return callee === "" ? "call a function" : `call ${callee}`;
    case "return":
      return "return from the function";
    case "warp":
      return warp.hasExchange(i) ? `exchange values: ${exchangeWords(warp.exchange(i))}` : op.startsWith("shfl") ? "exchange values with each other"
                                   : op.startsWith("vote") || op.startsWith("match")
                                         ? "vote"
                                         : "wait for each other (__syncwarp)";
    default:
      return warp.isFence(i) ? `${plural(mask, ["comes", "come"])} to a fence: ${fenceWords(op)}` : runWords(mask, line);
  }
}

function barrierWords(warp, i, mask) {
  const cluster = isOfCluster(warp.siteOf(i));
  const name = cluster ? "the cluster's barrier" : "the barrier";
  if (!warp.waitsAt(i)) return `${plural(mask, ["arrives", "arrive"])} at ${name} without waiting`;
  return cluster ? `${plural(mask, ["waits", "wait"])} at ${name}` : `${plural(mask, ["arrives", "arrive"])} at ${name}`;
}

// Who sees the order that a fence makes.
export function fenceWords(op) {
  const who = op.includes(".cta") ? "the block" : op.includes(".cluster") ? "the cluster" : op.includes(".sys") ? "the GPU and the host" : "the GPU";
  return `to all threads of ${who}, earlier writes come before later ones`;
}

function partWords(warp, i) {
  const parts = stateOf(warp, i).parts.filter((part) => warp.split(i).some(
                    (mask) => (mask & part.mask) !== 0));
  const way = (part) => part.nextLine > 0
                            ? `${laneWords(part.mask)} ${plural(part.mask, ["goes", "go"])} to line ${part.nextLine}`
                            : `${laneWords(part.mask)} ${plural(part.mask, ["continues", "continue"])} after what is shown`;
  return `diverge: ${parts.slice(0, 3).map(way).join(", ")}${parts.length > 3 ? ", ..." : ""}`;
}

function meetingWords(warp, moment) {
  for (let i = moment.first; i <= moment.last; ++i)
    if (warp.met(i) !== null) return `${countWords(warp.met(i).length, "group")} of lanes reconverge; `;
  return "";
}

// "lanes 16-31 wait for line 14"
function waitingWords(warp, step) {
  const {parts} = stateOf(warp, step);
  if (warp.siteOf(step).kind === "branch" && warp.split(step) !== null) return "";
  const waiting = parts.filter((part) => part.state === "wait");
  const words = waiting.slice(0, 2).map((part) => {
    const wait = plural(part.mask, ["waits", "wait"]);
    return `${laneWords(part.mask)} ${wait}${part.nextLine ? ` for line ${part.nextLine}` : ""}`;
  });
  if (waiting.length > 2) words.push(`${countWords(waiting.length - 2, "other group")} wait`);
  return words.length === 0 ? "" : `; ${words.join("; ")}`;
}

// "; 3 of the 8 warps of the block are there"
function arrivalWords(moment, arrivals) {
  if (moment.warp.siteOf(moment.last).kind !== "barrier" || !arrivals) return "";
  const {arrived, shown} = arrivals;
  if (!moment.warp.waitsAt(moment.last)) return "";
  return shown === 1 ? "" : `; ${arrived} of ${shown} warps shown ${arrived === 1 ? "is" : "are"} there`;
}

export function captionOf(moment, names, arrivals) {
  const {warp, last} = moment;
  return `${capital(warp.name)}: ${meetingWords(warp, moment)}${
      laneWords(warp.active[last], warp.lanes)} ${deedWords(warp, moment, names)}${
      arrivalWords(moment, arrivals)}${waitingWords(warp, last)}.`;
}

// What a request for global memory amounts to, in words.
export function requestWords(access) {
  const {sectors, needed, usedBytes, contiguous} = globalRequest(access);
  const fetched = sectors * 32;
  const share = Math.round((1000 * usedBytes) / fetched) / 10;
  const facts = `${countWords(sectors, "sector")}, ${fetched} bytes, for ${usedBytes} bytes requested`;
  if (sectors <= needed)
    return `${capital(facts)}: ${contiguous ? "coalesced, and no" : "the addresses have gaps, but there is no"} sector more than needed.`;
  if (contiguous)
    return `${capital(facts)}: coalesced, but the data do not start at the start of a sector.`;
  return `${capital(facts)}: ${share} % of what is fetched is used. Neighbouring elements would need ${countWords(needed, "sector")}.`;
}

export function conflictWords(access) {
  const passes = sharedPasses(access);
  if ((access.conflicts ?? 0) === 0) {
    const shared = passes.some((pass) => pass.some((bank) => bank !== null && bank.lanes.length > 1));
    return shared ? "One pass: lanes that want the same word are served together." :
                    passes.length <= 1 ? "One pass: no two lanes want different words of one bank."
                                       : `${capital(countWords(passes.length, "pass", "passes"))}: as many as so many bytes need.`;
  }
  const used = passes.map((pass) => pass.filter((bank) => bank !== null).length);
  const bank = passes[passes.length - 1].findIndex((one) => one !== null);
  const lanes = passes.map((pass) => pass[bank]?.lanes[0]).filter((lane) => lane !== undefined);
  return `${capital(countWords(passes.length, "pass", "passes"))} instead of ${
      countWords(passes.length - access.conflicts, "pass", "passes")}: lanes ${lanes.slice(0, 3).join(", ")}${
      lanes.length > 3 ? ", ..." : ""} want different words of bank ${bank}; ${
      Math.max(...used)} of 32 banks ${Math.max(...used) === 1 ? "works" : "work"} at a time.`;
}

