// Tests of the data model, run in a browser: each throws if something is not as it should be.
import {Trace} from "../model/trace.js";
import {laneCount, laneRuns, laneWords, maskOf} from "../model/lanes.js";
import {momentOfStep, momentsOfLaunch} from "../model/moments.js";
import {barriersPassed, isReleased, nextReconvergence, stateOf} from "../model/state.js";
import {conflictsOf, globalRequest, isScattered, sharedPasses} from "../model/requests.js";
import {ArrayNames, fitted, isSigned, parameterNames, valueText} from "../model/names.js";
import {accessList, contentsAt, historyOf, placeOf} from "../model/memory.js";
import {compared, costOf} from "../model/compare.js";
import {meaningOf, timelinesOf, windowWithin} from "../model/timeline.js";
import {arrivalsAt} from "../model/barrier.js";
import {blocksOfCluster, ownerOf, reachesOf} from "../model/cluster.js";
import {exchangeWords, sourceOf} from "../model/exchange.js";
import {placeForBarrier} from "../model/place.js";
import {sameStepOfRound} from "../model/rounds.js";
import {familiesOf, launcherOf, treeOf} from "../model/tree.js";
import {costsOf} from "../model/costs.js";
import {pieces} from "../model/words.js";
import {captionOf, conflictWords, requestWords} from "../model/caption.js";
import {eventsOf, launchWith, placedFindings} from "../model/events.js";

const full = 0xffffffff, low = 0xffff, high = 0xffff0000;

function same(got, wanted) {
  const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`got ${a}, wanted ${b}`);
}

function access(more) {
  return {space: "global", lanes: full, bytes: 4, addresses: {first: 0, step: 4}, allocation: 1, ...more};
}

// A document with one launch; `warps`: lists of steps [kind, line, active, rest, op]. `more.blocks`: the
// block of each.
function documentOf(warps, more = {}) {
  const sites = [], text = more.text ?? "__global__ void sum(const int* data, int *out, int n) {}\n";
  let at = 1;
  const packed = warps.map((steps, number) => ({
    block: more.blocks?.[number] ?? [0, 0, 0],
    warp: more.blocks ? 0 : number,
    lanes: full,
    steps: steps.map(([kind, line, active, rest, op], i) => {
      sites.push([kind, op ?? more.op ?? kind, 0, line]);
      return rest === undefined ? [i + 1, ++at, sites.length - 1, active] : [i + 1, ++at, sites.length - 1, active, rest];
    }),
  }));
  return new Trace({
    document: 1,
    title: "test",
    files: [{name: "sum.cu", text}],
    sites,
    findings: more.findings ?? [],
    wrong: more.wrong,
    launches: [{
      launch: 1,
      kernel: "sum(int const*, int*, int)",
      grid: [1, 1, 1],
      block: [32 * warps.length, 1, 1],
      cluster: more.cluster,
      begins: 1,
      ends: 99,
      warps: packed,
      arrays: more.arrays ?? [{allocation: 1, bytes: 4096, parameters: [{number: 0, offset: 0}]}],
      shared: more.shared ?? [{name: "tile", offset: 0, bytes: 1024}],
    }],
  });
}

function launchOf(warps, more) {
  return documentOf(warps, more).launches[0];
}

const diverging = [
  ["other", 3, full],
  ["branch", 4, full, {executing: low, split: [low, high]}],
  ["other", 5, low],
  ["other", 7, high],
  ["other", 9, full, {met: [low, high]}],
  ["barrier", 10, full],
  ["leave", 10, full],
  ["exit", 11, full],
];

export const tests = {
  "lanes in words"() {
    same(laneWords(full), "all 32 lanes");
    same(laneWords(0xffff), "lanes 0-15");
    same(laneWords(0x55555555), "the even lanes");
    same(laneWords(0xaaaaaaaa), "the odd lanes");
    same(laneWords(8), "lane 3");
    same(laneWords(0x11111111), "lanes 0, 4, ... 28");
    same(laneWords(7, 7), "all 3 lanes");
    same(laneWords(0), "no lane");
    same(laneRuns(0x80000003), [[0, 1], [31, 31]]);
    same(laneCount(0x80000003), 3);
    same(maskOf([31]), 0x80000000);
  },

  "steps of a line are one moment, until lanes access memory, diverge, reconverge or wait"() {
    const launch = launchOf([[
      ["other", 3, full], ["other", 3, full], ["load", 3, full, {accesses: [access()]}], ["other", 3, full], ["other", 4, full],
      ["branch", 4, full], ["other", 4, full],
    ]]);
    same(momentsOfLaunch(launch).map((one) => [one.first, one.last]), [[0, 2], [3, 3], [4, 5], [6, 6]]);
  },

  "moments of warps follow one another as they happened"() {
    const launch = launchOf([[["other", 3, full]], [["other", 3, full], ["other", 4, full]]]);
    const moments = momentsOfLaunch(launch);
    same(moments.map((one) => one.warp.number), [0, 1, 1]);
    same(momentOfStep(moments, launch.warps[1], 1), 2);
    same(launch.warps[1].lastStepAt(moments[0].at), -1);
    same(launch.warps[1].lastStepAt(moments[2].at), 1);
  },

  "lanes run, wait, reconverge, arrive at a barrier, and exit"() {
    const warp = launchOf([diverging]).warps[0];
    const states = (step) => {
      const {run, wait, barrier, gone} = stateOf(warp, step).states;
      return [run, wait, barrier, gone];
    };
    same(states(0), [full, 0, 0, 0]);
    same(states(2), [low, high, 0, 0]);
    same(states(3), [high, low, 0, 0]);
    same(states(4), [full, 0, 0, 0]);
    same(states(5), [0, 0, full, 0]);
    same(states(6), [full, 0, 0, 0]);
    same(states(7), [0, 0, 0, full]);
    same(stateOf(warp, -1).states.start, full);
  },

  "groups know where they continue, and where they reconverge"() {
    const warp = launchOf([diverging]).warps[0];
    same(stateOf(warp, 1).parts.map((part) => [part.mask, part.state, part.nextLine]), [[low, "run", 5], [high, "run", 7]]);
    same(stateOf(warp, 2).parts.map((part) => [part.mask, part.state, part.nextLine]), [[low, "run", 9], [high, "wait", 7]]);
    same(nextReconvergence(warp, 2), 4);
    same(nextReconvergence(warp, 4), -1);
    same(barriersPassed(warp, 5), 0);
    same(barriersPassed(warp, 6), 1);
  },

  "each barrier counts its own arrivals"() {
    const steps = [["barrier", 3, full], ["leave", 3, full], ["barrier", 5, full], ["leave", 5, full], ["exit", 6, full]];
    const launch = launchOf([steps, steps]);
    const [one, other] = launch.warps;
    const at = (warp, step, otherStep) => {
      const steps = new Map([[warp, step], [warp === one ? other : one, otherStep]]);
      const moment = {warp, first: step, last: step};
      const {number, arrived, shown, warps} = arrivalsAt(moment, launch.warps, (each) => steps.get(each), (each) => stateOf(each, steps.get(each)).states);
      return [number, arrived, shown, ...warps.map((each) => each.place)];
    };
    same(at(one, 0, -1), [1, 1, 2, "at", "before"]);
    same(at(one, 1, 0), [1, 2, 2, "behind", "at"]);
    same(at(one, 2, 0), [2, 1, 2, "at", "before"]);
    same(at(other, 1, 2), [1, 2, 2, "behind", "behind"]);
    same(at(other, 2, 2), [2, 2, 2, "at", "at"]);
    same(at(other, 4, 4), [2, 2, 2, "behind", "behind"]);
    const stepOf = (warp) => (warp === one ? 1 : 0); // the first goes on to barrier 2, the other has not run since barrier 1
    const {warps} = arrivalsAt({warp: one, first: 0, last: 1}, launch.warps, stepOf, (warp) => stateOf(warp, stepOf(warp)).states);
    same(warps.map((each) => each.isReleased), [false, true]);
    same([isReleased(other, 0, launch.warps, stepOf), isReleased(other, 0, launch.warps, () => 0)], [true, false]);
    same(arrivalsAt({warp: one, first: 0, last: 0}, launchOf([[["exit", 3, full]]]).warps, () => 0, () => ({})), null);
  },

  "a kernel's short name has neither scopes nor parameters"() {
    const shortName = (kernel) => Object.assign(launchOf([[["exit", 3, full]]]), {kernel}).shortName;
    same(["void sums::of<int, 32u>(int const*)", "(anonymous namespace)::sum(int*)", "sum(int*)"].map(shortName), ["of<int, 32u>", "sum", "sum"]);
  },

  "only the lanes that leave are gone"() {
    const warp = launchOf([[["exit", 3, full, {executing: low, split: [low, high]}], ["other", 4, high]]]).warps[0];
    same(stateOf(warp, 0).states.gone, low);
    same(stateOf(warp, 1).states.run, high);
  },

  "sectors and lines of a request"() {
    const one = (addresses, more = {}) => launchOf([[["load", 3, full, {accesses: [access({addresses, ...more})]}]]]).warps[0].accesses(0)[0];
    const neighbours = globalRequest(one({first: 0, step: 4}));
    same([neighbours.sectors, neighbours.needed, neighbours.usedBytes, neighbours.lines.length], [4, 4, 128, 1]);
    const apart = globalRequest(one({first: 0, step: 128}));
    same([apart.sectors, apart.needed, apart.lines.length], [32, 4, 32]);
    same(globalRequest(one({first: 8, step: 0})).sectors, 1);
    same(globalRequest(one({first: 16, step: 4})).sectors, 5);
    same(isScattered(one({first: 16, step: 4})), false);
    same(isScattered(one({first: 0, step: 8})), true);
    const two = one({first: 0, step: 1024}, {lanes: 3});
    same([globalRequest(two).sectors, globalRequest(two).needed, isScattered(two)], [2, 1, true]);
    same(requestWords(two), "Two sectors, 64 bytes, for 8 bytes requested: 12.5 % of what is fetched is used. Neighbouring elements would need one sector.");
    same(isScattered(one({first: 16, step: 4}, {lanes: 0xff})), false);
    same(requestWords(one({first: 16, step: 4}, {lanes: 0xff})), "Two sectors, 64 bytes, for 32 bytes requested: coalesced, but the data do not start at the start of a sector.");
    same(requestWords(one({first: 0, step: 8}, {lanes: 3})), "One sector, 32 bytes, for 8 bytes requested: the addresses have gaps, but there is no sector more than needed.");
    same(requestWords(one({first: 0, step: 4})), "Four sectors, 128 bytes, for 128 bytes requested: coalesced, and no sector more than needed.");
    same(requestWords(one({first: 0, step: 128})), "32 sectors, 1024 bytes, for 128 bytes requested: 12.5 % of what is fetched is used. Neighbouring elements would need four sectors.");
  },

  "passes through shared memory"() {
    const one = (addresses, bytes = 4, conflicts = 0) => launchOf([[["load", 3, full, {accesses: [access({space: "shared", addresses, bytes, conflicts})]}]]]).warps[0].accesses(0)[0];
    same(sharedPasses(one({first: 0, step: 4})).length, 1);
    same(sharedPasses(one({first: 0, step: 8})).length, 2);
    same(sharedPasses(one({first: 0, step: 128})).length, 32);
    same(conflictsOf(one({first: 0, step: 128})), 31);
    same(sharedPasses(one({first: 0, step: 0}))[0][0], {word: 0, lanes: [...Array(32).keys()]});
    same([sharedPasses(one({first: 0, step: 8}, 8)).length, conflictsOf(one({first: 0, step: 8}, 8))], [2, 0]);
    same(conflictWords(one({first: 0, step: 8}, 4, 1)), "Two passes instead of one pass: lanes 0, 16 want different words of bank 0; 16 of 32 banks work at a time.");
  },

  "one bank works, several work"() {
    const [one] = launchOf([[["load", 3, full, {accesses: [access({space: "shared", addresses: {first: 0, step: 128}, conflicts: 31})]}]]]).warps[0].accesses(0);
    same(conflictWords(one), "32 passes instead of one pass: lanes 0, 1, 2, ... want different words of bank 0; 1 of 32 banks works at a time.");
  },

  "arrays have the names of the source"() {
    const files = [{text: "// __global__ void sum(int* no) {}\ntemplate <int n>\n__global__ void sum(const int* data,  // in\n    int (*out)[4], float scale) {\n"}];
    same(parameterNames("sum<4>", files).slice(0, 1), ["data"]);
    same(parameterNames("sum", [{text: "__global__ void __launch_bounds__(256) sum(int* a, unsigned b) {"}]), ["a", "b"]);
    same(parameterNames("other", files), []);
    const launch = launchOf([[["load", 3, full, {accesses: [access(), access({space: "shared", addresses: {first: 0, step: 8}}), access({allocation: 9})]}]]]);
    const names = new ArrayNames(launch);
    const accesses = launch.warps[0].accesses(0);
    same(accesses.map((one) => names.elements(one)), ["data[0..31]", "tile[0, 2, .. 62]", "array 9"]);
    same(names.element(accesses[0], 8), "data[2]");
  },

  "a parameter may point into the middle of an array"() {
    const arrays = [{allocation: 1, bytes: 4096, parameters: [{number: 0, offset: 0}, {number: 1, offset: 256}]}];
    const launch = launchOf([[["store", 3, full, {accesses: [access({addresses: {first: 256, step: 4}})]}]]], {arrays});
    same(new ArrayNames(launch).elements(launch.warps[0].accesses(0)[0]), "out[0..31]");
  },

  "an element may be a vector of numbers"() {
    const text = "__global__ void sum(const float4* data, int* out, int n) {}";
    const wide = access({bytes: 16, addresses: {first: 512, step: 16}, values: Array(32).fill([1, 2, 3, 4])});
    const names = (of) => {
      const launch = launchOf([[["load", 3, full, {accesses: [wide]}]]], of);
      return new ArrayNames(launch).elements(launch.warps[0].accesses(0)[0]);
    };
    same([names({text}), names({})], ["data[32..63]", "data[128..255]"]);
  },

  "few elements are counted out, many are not"() {
    const of = (lanes, step) => {
      const launch = launchOf([[["load", 3, lanes, {accesses: [access({lanes, addresses: {first: 0, step}})]}]]]);
      return new ArrayNames(launch).elements(launch.warps[0].accesses(0)[0]);
    };
    same([of(3, 1024), of(7, 8), of(15, 8), of(3, 4), of(1, 4)], ["data[0, 256]", "data[0, 2, 4]", "data[0, 2, .. 6]", "data[0..1]", "data[0]"]);
  },

  "values have the sign of the source's type"() {
    same(["int *", "int const*", "const short*", "extern int", "unsigned int*", "unsigned*", "float*", "int4 const*", "T*", ""].map(isSigned),
         [true, true, true, true, false, false, false, true, false, false]);
    const shared = access({space: "shared", allocation: 0, values: Array(32).fill(4294967270)});
    const launch = launchOf([[["load", 3, full, {accesses: [access({values: Array(32).fill(4294967270)}), shared]}]]],
                            {text: "__global__ void sum(const int* data, int* out, int n) { __shared__ unsigned tile[256]; }"});
    const names = new ArrayNames(launch);
    const texts = launch.warps[0].accesses(0).map((one) => names.value(one, 0, one.values[0]));
    same(texts, ["-26", "4294967270"]);
    same(names.value(launch.warps[0].accesses(0)[0], 0, [4294967295, 1, "nan"]), "-1, 1, nan");
  },

  "a value too long for its cell is cut with a mark"() {
    const {text, size} = fitted("1234", 14);
    same([text, size < 8.5 && size >= 5.4], ["1234", true]);
    same([fitted("12", 14).text, fitted("12", 14).size, fitted("4294967270", 14).text], ["12", 8.5, "429\u2026"]);
    same(fitted("", 14).text, "");
    same([fitted("7", 4).text, fitted("128", 4).text], ["7", "\u2022"]);
  },

  "values in words"() {
    same([valueText(0.1), valueText(3), valueText([1, 2]), valueText(null), valueText("nan"), valueText(1e-9)], ["0.1", "3", "1, 2", "", "nan", "1e-9"]);
  },

  "what memory holds, and its history"() {
    const shared = (more) => access({space: "shared", allocation: 0, ...more});
    const launch = launchOf([[
      ["store", 3, full, {accesses: [shared({values: {first: 10, step: 1}})]}],
      ["atomic", 4, 1, {accesses: [shared({lanes: 1, addresses: [4], values: [5], found: [11]})]}],
      ["load", 5, 1, {accesses: [shared({lanes: 1, addresses: [4], values: [16]})]}],
    ]], {op: "atom.shared.add.u32"});
    const warp = launch.warps[0];
    const accesses = accessList(launch);
    const place = placeOf(warp.accesses(0)[0], warp, 4);
    same([...contentsAt(accesses, warp.at[0], place, [4, 8])], [[8, 12], [4, 11]]);
    same(contentsAt(accesses, warp.at[1], place, [4]).get(4), 16);
    same(contentsAt(accesses, 0, place, [4]).size, 0);
    same(historyOf(accesses, place).map((one) => [one.kind, one.lane, one.value, one.found]), [["store", 1, 11, null], ["atomic", 0, 5, 11], ["load", 0, 16, null]]);
  },

  "a sentence for each moment"() {
    const launch = launchOf([[...diverging.slice(0, 5), ["load", 9, full, {accesses: [access({sectors: 4})]}], ["barrier", 10, full]]]);
    const names = new ArrayNames(launch);
    const captions = momentsOfLaunch(launch).map((one) => captionOf(one, names, {arrived: 1, shown: 1}));
    same(captions, [
      "Warp 0: all 32 lanes run line 3.",
      "Warp 0: all 32 lanes diverge: lanes 0-15 go to line 5, lanes 16-31 go to line 7.",
      "Warp 0: lanes 0-15 run line 5; lanes 16-31 wait for line 7.",
      "Warp 0: lanes 16-31 run line 7; lanes 0-15 wait for line 9.",
      "Warp 0: two groups of lanes reconverge; all 32 lanes read data[0..31] (four sectors).",
      "Warp 0: all 32 lanes arrive at the barrier.",
    ]);
  },

  "a trace may end before lanes continue"() {
    const launch = launchOf([[["branch", 4, full, {executing: 1, split: [1, 0xfffffffe]}], ["other", 5, 0xfffffffe]]]);
    same(captionOf(momentsOfLaunch(launch)[0], new ArrayNames(launch), null),
         "Warp 0: all 32 lanes diverge: lanes 1-31 go to line 5, lane 0 continues after what is shown.");
  },

  "what is remarkable"() {
    const launch = launchOf([[
      ...diverging, ["load", 12, full, {accesses: [access({addresses: {first: 0, step: 64}})]}],
      ["load", 13, full, {accesses: [access({space: "shared", addresses: {first: 0, step: 8}, conflicts: 1})]}],
    ]]);
    same(eventsOf(momentsOfLaunch(launch)), ["", "diverge", "", "", "reconverge", "barrier", "barrier", "exit", "scattered", "conflict"]);
  },

  "a timeline, cycle by cycle"() {
    const packed = {
      kinds: ["selected", "long_scoreboard"],
      sites: [["sum.cu:3", "load"], ["sum.cu:4", "add"]],
      launches: [{
        launch: 1, device: "h200", cut_at: 0,
        warps: [[0, 0, 0, 0, 500], [1, 0, 0, 20, 500], [0, 1, 4, 600, 800]],
        starts: [[0, 0], [1, 600]], barriers: [[0, 300]], loads: [[10, 1], [400, 0]],
        // Tenths of a cycle: the load issues, the addition waits for it and issues, twice.
        tracks: [[0, 10, 17, 390, 16, 10, -1, 190, 0, 10], [-1, 20, 0, 10]],
      }],
    };
    const timeline = timelinesOf(packed).get(1);
    same([timeline.end, timeline.cutAt], [80, 0]);
    const [track] = timeline.tracks;
    same([track.length, track.at(0), track.at(39.9), track.at(40), track.at(41), track.at(60.5)], [4, 0, 1, 2, -1, 3]);
    same([0, 1, 39.9, 40].map((cycle) => timeline.loadsAt(cycle)), [0, 1, 1, 0]);
    same(timeline.sharesIn(0, 2).map(({kind, share}) => [kind, share]), [["selected", 0.5], ["long_scoreboard", 0.5]]);
    same([...timeline.filled(track, 0, 80, 4)], [1, 1, 0, 0]);
    same([...timeline.filled(track, 42, 58, 2)], [-1, -1]);
    same([timeline.warpAt(0, 10).block, timeline.warpAt(0, 55), timeline.warpAt(0, 60).like], [0, null, 4]);
    same(timeline.warps.map((warp) => warp.number), [0, 1, 0]);
    const {warps} = launchOf([[["load", 3, full], ["add", 4, full], ["exit", 5, full]]]);
    same([timeline.issueOfStep(warps[0], 1), timeline.issueOfStep(warps[0], 2)], [{place: 0, slice: 2}, null]);
    same([0, 1, 2].map((slice) => timeline.stepOfSlice(0, slice, timeline.warps[0], warps[0])), [0, 1, 1]);
    same([meaningOf("barrier"), meaningOf("some_reason")], ["waits at a barrier", "some reason"]);
    same([...timelinesOf(null)], []);
  },

  "what a launch costs"() {
    same(costOf(launchOf([diverging, diverging.slice(0, 2)])), {longest: 8, steps: 10, lanes: 0.9});
    same(compared(documentOf([diverging])), []);
  },

  "what the accesses of a line cost"() {
    const global = (sectors) => ["load", 3, full, {accesses: [access({sectors})]}];
    const shared = ["load", 4, full, {accesses: [access({space: "shared", bytes: 8, conflicts: 3})]}];
    const other = ["load", 5, full, {accesses: [access({addresses: {first: 0, step: 8}})]}];
    const launch = launchOf([[global(4), shared, global(8)], [global(4), other]]);
    same(costsOf(launch).map((row) => [row.line, row.unit, row.requests, row.amount, row.conflicts, row.first?.step ?? -1]),
         [[3, "sectors", 3, 16, 0, 0], [4, "passes", 1, 5, 3, 1], [5, "sectors", 1, 8, 0, 1], [0, "sectors", 4, 24, 0, -1]]);
  },

  "words explain themselves once"() {
    const [first, ...rest] = pieces("Two sectors: one sector more, two passes.");
    same([first.text, rest.map((one) => [one.text, one.meaning.split(":")[0]])], ["Two ", [["sectors", "sector"], [": one sector more, two ", ""], ["passes", "pass"], [".", ""]]]);
    same(pieces("compass"), [{text: "compass", meaning: ""}]);
  },

  "shared memory of another block of the cluster is that block's"() {
    const remote = access({space: "shared", allocation: 0, lanes: 1, addresses: [2 ** 24 + 8], values: [7]});
    const launch = launchOf([[["store", 3, 1, {accesses: [remote]}]], [["load", 4, 1, {accesses: [access({space: "shared", allocation: 0, lanes: 1, addresses: [8], values: [7]})]}]]],
                            {blocks: [[3, 0, 0], [2, 0, 0]], cluster: [2, 1, 1]});
    const [far, near] = launch.warps;
    same([ownerOf(far, 8), ownerOf(far, 2 ** 24 + 8)], ["3,0,0", "2,0,0"]);
    same(reachesOf(far, 0).map((one) => [one.rank, one.lanes]), [[0, [0]]]);
    same(reachesOf(near, 0), []);
    same(blocksOfCluster(launch, [3, 0, 0]).map((one) => [one.rank, one.key, one.warps.length]), [[0, "2,0,0", 1], [1, "3,0,0", 1]]);
    same(new ArrayNames(launch).elements(far.accesses(0)[0]), "tile[2] of rank 0");
    const place = placeOf(near.accesses(0)[0], near, 8);
    same(historyOf(accessList(launch), place).map((one) => [one.warp.blockName, one.kind]), [["3", "store"], ["2", "load"]]);
    same([...contentsAt(accessList(launch), 2, place, [8])], [[8, 7]]);
    same(eventsOf(momentsOfLaunch(launch)), ["reach", ""]);
  },

  "a warp that only arrives goes on, and the cluster's barrier is of all its blocks"() {
    const steps = [["barrier", 3, full, undefined, "barrier.cluster.arrive"], ["other", 4, full], ["barrier", 5, full, undefined, "barrier.cluster.wait"], ["leave", 5, full, undefined, "barrier.cluster.wait"]];
    const launch = launchOf([steps, steps], {blocks: [[0, 0, 0], [1, 0, 0]], cluster: [2, 1, 1]});
    const [one, other] = launch.warps;
    same([stateOf(one, 0).states.run, stateOf(one, 2).states.barrier], [full, full]);
    const at = (step, otherStep) => {
      const stepOf = (warp) => (warp === one ? step : otherStep);
      const {of, number, arrived, warps} = arrivalsAt({warp: one, first: step, last: step}, launch.warps, stepOf, (warp) => stateOf(warp, stepOf(warp)).states);
      return [of, number, arrived, ...warps.map((each) => each.place)];
    };
    same(at(0, -1), ["cluster", 1, 1, "at", "before"]);
    same(at(2, 1), ["cluster", 1, 2, "at", "at"]);
    same(at(3, 2), ["cluster", 1, 2, "behind", "at"]);
    same(captionOf({warp: one, first: 0, last: 0}, new ArrayNames(launch), null), "Block 0, warp 0: all 32 lanes arrive at the cluster's barrier without waiting.");
  },

  "a fence is a moment and an event of its own"() {
    const launch = launchOf([[["other", 3, full], ["other", 3, full, undefined, "membar.gl"], ["other", 3, full]]]);
    const moments = momentsOfLaunch(launch);
    same(moments.map((one) => [one.first, one.last]), [[0, 0], [1, 1], [2, 2]]);
    same(eventsOf(moments), ["", "fence", ""]);
  },

  "a shuffle says whose value each lane gets"() {
    const exchange = (op, by, gave, got, lanes = full) => launchOf([[["warp", 3, full, {exchange: {lanes, by, gave, got}}, op]]]).warps[0].exchange(0);
    const gave = {first: 100, step: 1};
    const down = exchange("shfl.sync.down.b32", 16, gave, [...Array(32).keys()].map((lane) => 100 + (lane < 16 ? lane + 16 : lane)));
    same([sourceOf(down, 0), sourceOf(down, 15), sourceOf(down, 16)], [16, 31, 16]);
    const swap = exchange("shfl.sync.bfly.b32", 1, gave, [...Array(32).keys()].map((lane) => 100 + (lane ^ 1)));
    same([sourceOf(swap, 0), sourceOf(swap, 1)], [1, 0]);
    const part = exchange("shfl.sync.up.b32", 1, [5, 6], [5, 5], 3);
    same([sourceOf(part, 0), sourceOf(part, 1), sourceOf(part, 2)], [0, 0, -1]);
    same(exchangeWords(exchange("redux.sync.add.s32", 0, gave, gave)), "each gets the sum of all");
  },

  "costs are known by round of a loop"() {
    const load = (step) => ["load", 3, full, {accesses: [access({space: "shared", allocation: 0, addresses: {first: 0, step}, conflicts: step / 4 - 1})]}];
    const launch = launchOf([[load(4), load(4), ["other", 2, full], load(8), load(8), ["branch", 3, full], load(16), load(16)]]);
    const [row] = costsOf(launch);
    same(row.rounds.map((one) => [one.requests, one.amount, one.first.step]), [[2, 2, 0], [2, 4, 3], [2, 8, 6]]);
    const [warp] = launch.warps;
    warp.site.set([0, 0, 1, 0, 0, 1, 0, 0]);
    same([sameStepOfRound(warp, 1, 1), sameStepOfRound(warp, 3, 1), sameStepOfRound(warp, 7, 1)], [3, 6, -1]);
    same([sameStepOfRound(warp, 7, -1), sameStepOfRound(warp, 4, -1), sameStepOfRound(warp, 0, -1)], [3, 0, -1]);
  },

  "one place for a barrier lies behind the first access and before the second"() {
    const shared = (kind, line) => [kind, line, full, {accesses: [access({space: "shared", allocation: 0})]}];
    const steps = [["other", 2, full], shared("store", 3), ["other", 4, full], shared("load", 5)];
    const launch = launchOf([steps, steps]);
    for (const warp of launch.warps) warp.site.set([0, 1, 2, 3]);
    const [one, other] = launch.warps;
    same(placeForBarrier({warp: one, step: 1}, {warp: other, step: 3}), {behind: 3, before: 4});
    same(placeForBarrier({warp: one, step: 1}, {warp: other, step: 1}), null);
    same(placeForBarrier({warp: one, step: 1}, {warp: one, step: 3}), null);
    const third = launchOf([steps, steps, [["other", 2, full]]]);
    for (const warp of third.warps) warp.site.set([0, 1, 2, 3].slice(0, warp.length));
    same(placeForBarrier({warp: third.warps[0], step: 1}, {warp: third.warps[1], step: 3}), null); // not all warps come there
  },

  "launches by kernels are a tree"() {
    const trace = documentOf([[["other", 2, full], ["call", 8, 2], ["exit", 9, full]]]);
    const [root] = trace.launches;
    const child = (number, by, line) => ({...root, number, begins: 50 + number, warps: [], by: {launch: by, block: [0, 0, 0], thread: [1, 0, 0], line}});
    const all = [root, child(2, 1, 8), child(3, 1, 8), child(4, 2, 8), {...root, number: 5, by: null, warps: []}];
    same(treeOf(all).map((one) => [one.launch.number, one.depth]), [[1, 0], [2, 1], [4, 2], [3, 1], [5, 0]]);
    const {lane, step} = launcherOf(all[1], root);
    same([lane, step], [1, 1]);
    same(familiesOf({launches: all, shown: [root]}).map((one) => one.number), [1, 2, 3, 4]);
  },

  "what nobody wrote is said of the launch that should have"() {
    const wrong = {array: "out", index: 4, expected: "7", got: "3", launch: 1};
    const trace = documentOf([[["other", 3, full]]], {wrong});
    const [placed] = placedFindings(trace, trace.launches[0], momentsOfLaunch(trace.launches[0]));
    same([placed.moment, placed.finding.message], [-1, "element 4 of out is 3, where 7 is expected; no lane of this launch writes it, so this was there before"]);
  },

  "the store that wrote a wrong element is a finding"() {
    const wrong = {array: "out", index: 4, expected: "7", got: "3", launch: 1, block: [0, 0, 0], warp: 0, step: 2, lane: 4};
    const trace = documentOf([[["load", 3, full, {accesses: [access()]}], ["store", 4, full, {accesses: [access()]}]]], {wrong});
    const launch = trace.launches[0];
    const [placed] = placedFindings(trace, launch, momentsOfLaunch(launch));
    same([placed.moment, placed.one.step, placed.one.lane, placed.finding.line], [1, 1, 4, 4]);
    same(placed.place.address, 16);
    same(placed.finding.message, "lane 4 writes 3 into element 4 of out, where 7 is expected");
  },

  "a window stays within the launch"() {
    same([windowWithin(100, 20, 40), windowWithin(100, -10, 30), windowWithin(100, 90, 92), windowWithin(5, 0, 50)],
         [{from: 20, to: 40}, {from: 0, to: 40}, {from: 87, to: 95}, {from: 0, to: 5}]);
  },

  "a mask's finding is at the step that a lane should have been in"() {
    const side = (thread, access, line) => ({block: [0, 0, 0], thread: [thread, 0, 0], access, file: "sum.cu", line});
    const finding = {kind: "warp_mask", severity: "error", message: "m", ...side(1, "barrier", 4), other: side(0, "exit", 7)};
    const trace = documentOf([[["warp", 4, full], ["exit", 7, 1], ["warp", 4, 0xfffffffe], ["warp", 4, 0xfffffffe]]], {findings: [finding]});
    const launch = trace.launches[0];
    const [placed] = placedFindings(trace, launch, momentsOfLaunch(launch));
    same([placed.one.step, placed.one.lane, placed.other.step, placed.moment], [2, 1, 1, 2]);
    same(launchWith(trace, finding)?.number, 1);
    same(launchWith(trace, {...finding, launch: {grid: [7, 1, 1], block: [32, 1, 1]}}), null);
    same(launchWith(documentOf([[["warp", 4, full], ["exit", 7, full]]]), finding), null);
  },

  "a race has two sides and a moment"() {
    const shared = (more) => access({space: "shared", allocation: 0, ...more});
    const side = (thread, kind, line) => ({block: [0, 0, 0], thread: [thread, 0, 0], access: kind, file: "sum.cu", line});
    const findings = [{kind: "race", severity: "error", kernel: "sum(int const*, int*, int)", message: "m", ...side(33, "read", 4), other: side(1, "write", 3)},
                      {kind: "race", severity: "error", kernel: "other()", message: "m", ...side(33, "read", 4)}];
    const trace = documentOf([[["store", 3, full, {accesses: [shared()]}]], [["load", 4, full, {accesses: [shared({addresses: {first: 0, step: 4}})]}]]], {findings});
    const launch = trace.launches[0];
    const placed = placedFindings(trace, launch, momentsOfLaunch(launch));
    same(placed.map((one) => one.moment), [1, -1]);
    same(new ArrayNames(launch).element(placed[0].place.access, placed[0].place.address), "tile[1]");
    same([placed[0].one.warp.number, placed[0].one.lane, placed[0].other.warp.number, placed[0].other.lane], [1, 1, 0, 1]);
  },
};

// {name: "" or what went wrong}
export function runAll() {
  return Object.fromEntries(Object.entries(tests).map(([name, test]) => {
    try {
      test();
      return [name, ""];
    } catch (error) {
      return [name, `${error.message}\n${error.stack}`];
    }
  }));
}
