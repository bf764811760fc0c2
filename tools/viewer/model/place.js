// Where a barrier would order the two sides of a race: a line that the first thread comes to after its
// access, and the second one before its own.

const farthest = 4000;

// Whether all lanes of the warp come to a step together: a barrier may stand there.
function isConverged(warp, i) {
  return warp.active[i] === warp.lanes;
}

// The lines of a warp's steps from its access back to its last barrier: those at which it is converged.
function linesBefore({warp, step}) {
  const lines = new Set();
  for (let i = step - 1; i >= 0 && i > step - farthest && !warp.waitsAt(i); --i)
    if (isConverged(warp, i)) lines.add(warp.site[i]);
  return lines;
}

// Whether all warps of a block come to an instruction with all their lanes, as a barrier of the block asks.
function isForAll(warp, site) {
  const all = warp.launch.warps.filter((one) => one.blockKey === warp.blockKey);
  return all.every((one) => one.site.some((here, i) => here === site && isConverged(one, i)));
}

// {behind, before}: lines between which a barrier would order the two, `before` 0 for the end of the
// loop that `behind` is in; null: the trace shows no such place. `one` is the earlier of the two.
export function placeForBarrier(one, other) {
  if (one.warp.blockKey !== other.warp.blockKey || one.warp === other.warp) return null;
  const possible = linesBefore(other);
  const {line: from, file} = one.warp.siteOf(one.step);
  for (let i = one.step + 1; i < one.warp.length && i < one.step + farthest; ++i) {
    if (one.warp.siteOf(i).kind === "barrier") return null; // it is ordered behind this by what there is
    const site = one.warp.siteOf(i);
    if (site.file !== file || site.line === 0 || site.line === from || !isConverged(one.warp, i) || !possible.has(one.warp.site[i]) || !isForAll(one.warp, one.warp.site[i])) continue;
    return site.line > from ? {behind: from, before: site.line} : {behind: from, before: 0};
  }
  return null;
}
