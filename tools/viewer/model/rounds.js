// Rounds of loops, as far as steps show them: a warp that comes to a line again, after a branch or
// another line, is in another round. (The same instruction twice in a row is an unrolled loop, or two
// accesses of one statement.)

const known = new WeakMap();

// By step a number that grows with each branch and each change of line.
export function stretchesOf(warp) {
  if (!known.has(warp)) {
    const numbers = new Uint32Array(warp.length);
    let number = 0;
    for (let i = 1; i < warp.length; ++i) {
      const before = warp.siteOf(i - 1), here = warp.siteOf(i);
      if (before.kind === "branch" || before.line !== here.line || before.file !== here.file) ++number;
      numbers[i] = number;
    }
    known.set(warp, numbers);
  }
  return known.get(warp);
}

// The step at which a warp comes to an instruction again, or did before (`by`: 1 or -1); -1: none.
export function sameStepOfRound(warp, step, by) {
  const stretches = stretchesOf(warp);
  let found = -1;
  for (let i = step + by; i >= 0 && i < warp.length; i += by) {
    if (found >= 0 && stretches[i] !== stretches[found]) break;
    // The first of its round, also on the way back.
    if (warp.site[i] === warp.site[step] && stretches[i] !== stretches[step]) {
      found = i;
      if (by > 0) break;
    }
  }
  return found;
}
