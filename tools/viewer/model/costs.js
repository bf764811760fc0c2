// What the accesses of each source line cost, over all warps that are shown: requests, and the sectors
// or passes that they take.
import {globalRequest, passGroups} from "./requests.js";
import {stretchesOf} from "./rounds.js";

const units = {global: "sectors", shared: "passes"};

// How much a step takes in one kind of memory: {amount, conflicts}; null: it does not access it.
// From what is packed, since a launch has many steps.
function costOf(warp, step, space) {
  let seen = null;
  warp.packed[step][4].accesses.forEach((packed, i) => {
    if (packed.space !== space) return;
    seen ??= {amount: 0, conflicts: 0};
    const conflicts = packed.conflicts ?? 0;
    seen.conflicts += conflicts;
    seen.amount += space === "shared" ? passGroups(packed.lanes, packed.bytes) + conflicts
                                      : packed.sectors ?? globalRequest(warp.accesses(step)[i]).sectors;
  });
  return seen;
}

function sumOf(rows) {
  const sum = {...rows[0], line: 0, first: null, rounds: []};
  for (const name of ["requests", "amount", "conflicts"]) sum[name] = rows.reduce((all, row) => all + row[name], 0);
  return sum;
}

// [{file, line, kind, space, unit, requests, amount, conflicts, first: {warp, step}, rounds}] by line.
// Kinds of accesses that occur in several lines have a sum behind them, whose line is 0. A round is what
// warps do when they come to the line for the first time, the second, ...: in a loop, its rounds.
export function costsOf(launch) {
  const rows = new Map();
  for (const warp of launch.warps) {
    const stretches = stretchesOf(warp), visits = new Map(); // of this warp, by row
    for (let i = 0; i < warp.length; ++i) {
      if (!warp.hasAccess(i)) continue;
      const {file, line, kind} = warp.siteOf(i);
      for (const space of Object.keys(units)) {
        const cost = costOf(warp, i, space);
        if (cost === null) continue;
        const key = [file, line, kind, space].join();
        if (!rows.has(key)) rows.set(key, {file, line, kind, space, unit: units[space], requests: 0, amount: 0, conflicts: 0, first: {warp, step: i}, rounds: []});
        const row = rows.get(key);
        row.requests += 1;
        row.amount += cost.amount;
        row.conflicts += cost.conflicts;
        const visit = visits.get(key) ?? {round: -1, stretch: -1};
        if (visit.stretch !== stretches[i]) visits.set(key, Object.assign(visit, {round: visit.round + 1, stretch: stretches[i]}));
        const {round} = visit;
        row.rounds[round] ??= {requests: 0, amount: 0, first: {warp, step: i}};
        row.rounds[round].requests += 1;
        row.rounds[round].amount += cost.amount;
        if (warp.at[i] < row.first.warp.at[row.first.step]) row.first = {warp, step: i};
      }
    }
  }
  const all = [...rows.values()].sort((a, b) => a.file - b.file || a.line - b.line || a.first.warp.at[a.first.step] - b.first.warp.at[b.first.step]);
  const kinds = new Map();
  for (const row of all) {
    const key = `${row.space} ${row.kind}`;
    kinds.set(key, [...(kinds.get(key) ?? []), row]);
  }
  const sums = [...kinds].filter(([, ones]) => ones.length > 1).sort(([a], [b]) => (a < b ? -1 : 1)).map(([, ones]) => sumOf(ones));
  return all.concat(sums);
}
