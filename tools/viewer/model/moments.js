// The moments of a launch: what one press of a key moves on by. Steps of a warp on one source line
// belong together until lanes access memory, diverge, reconverge, wait or come to a fence.

function endsMoment(warp, i) {
  const kind = warp.siteOf(i).kind;
  return kind === "barrier" || kind === "branch" || kind === "exit" || warp.split(i) !== null ||
         warp.hasAccess(i) || warp.hasExchange(i) || warp.isFence(i);
}

function beginsMoment(warp, i) {
  return warp.met(i) !== null || warp.siteOf(i).kind === "leave" || warp.isFence(i);
}

function isContinued(warp, i) {
  const last = i - 1;
  const one = warp.siteOf(last), other = warp.siteOf(i);
  return !endsMoment(warp, last) && !beginsMoment(warp, i) && one.line === other.line &&
         one.file === other.file && warp.active[last] === warp.active[i];
}

// Of one warp, in order.
function momentsOf(warp) {
  const moments = [];
  for (let i = 0; i < warp.length; ++i) {
    if (i > 0 && isContinued(warp, i)) moments[moments.length - 1].last = i;
    else moments.push({warp, first: i, last: i, at: 0});
  }
  for (const one of moments) one.at = warp.at[one.last];
  return moments;
}

// Of all warps of a launch, in the order in which they happened.
export function momentsOfLaunch(launch) {
  const all = [];
  for (const warp of launch.warps) for (const one of momentsOf(warp)) all.push(one);
  all.sort((a, b) => a.at - b.at);
  return all;
}

// The moment that a step belongs to: an index.
export function momentOfStep(moments, warp, step) {
  const at = warp.at[step];
  let low = 0, high = moments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moments[middle].at < at) low = middle + 1;
    else high = middle;
  }
  for (let i = low; i < moments.length; ++i) {
    const one = moments[i];
    if (one.warp === warp && one.first <= step && step <= one.last) return i;
  }
  return Math.min(low, moments.length - 1);
}
