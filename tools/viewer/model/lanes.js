// Masks of lanes, and what people call them. A mask is a number whose bit i is lane i.

export const warpSize = 32;

export function laneCount(mask) {
  let count = 0;
  for (let rest = mask >>> 0; rest !== 0; rest = (rest & (rest - 1)) >>> 0) ++count;
  return count;
}

export function hasLane(mask, lane) {
  return ((mask >>> lane) & 1) === 1;
}

export function lanesOf(mask) {
  const lanes = [];
  for (let lane = 0; lane < warpSize; ++lane) if (hasLane(mask, lane)) lanes.push(lane);
  return lanes;
}

export function maskOf(lanes) {
  return lanes.reduce((mask, lane) => (mask | (1 << lane)) >>> 0, 0);
}

// Runs of neighbouring lanes: [[0, 15], [18, 18]].
export function laneRuns(mask) {
  const runs = [];
  for (const lane of lanesOf(mask)) {
    const last = runs[runs.length - 1];
    if (last && last[1] === lane - 1) last[1] = lane;
    else runs.push([lane, lane]);
  }
  return runs;
}

// The distance of lanes that are equally far apart; 0 if they are not.
function strideOf(lanes) {
  if (lanes.length < 3) return 0;
  const stride = lanes[1] - lanes[0];
  return lanes.every((lane, i) => lane === lanes[0] + i * stride) ? stride : 0;
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// "lanes 0-15", "the even lanes", "lane 3", "all 32 lanes". `of`: the lanes that exist.
export function laneWords(mask, of = 0xffffffff) {
  const lanes = lanesOf(mask);
  if (lanes.length === 0) return "no lane";
  if (lanes.length === 1) return `lane ${lanes[0]}`;
  if (mask >>> 0 === of >>> 0) return `all ${lanes.length} lanes`;
  const runs = laneRuns(mask);
  const text = ([first, last]) => (first === last ? `${first}` : `${first}-${last}`);
  const stride = strideOf(lanes);
  if (stride === 2 && lanes.length === 16) return lanes[0] === 0 ? "the even lanes" : "the odd lanes";
  if (stride > 1) return `lanes ${lanes[0]}, ${lanes[1]}, ... ${lanes[lanes.length - 1]}`;
  if (runs.length <= 3) return `lanes ${runs.map(text).join(", ")}`;
  return `${lanes.length} lanes (${runs.slice(0, 2).map(text).join(", ")}, ...)`;
}
