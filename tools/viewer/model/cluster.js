// Blocks that form a cluster: which of them an address of shared memory leads to.

const rankShift = 2 ** 24; // as in a trace: the memory of the block of rank r begins at (r + 1) * 2^24

// The rank that an address names, and the offset in that block's shared memory; -1: the lane's own block.
export function rankOf(address) {
  return Math.floor(address / rankShift) - 1;
}

export function offsetOf(address) {
  return address % rankShift;
}

// Of a block its number in the cluster.
export function rankIn(launch, block) {
  const [x, y] = launch.cluster;
  const at = block.map((one, i) => one % launch.cluster[i]);
  return at[0] + x * (at[1] + y * at[2]);
}

// The block of a rank in the cluster that `block` is in.
export function blockOfRank(launch, block, rank) {
  const [x, y] = launch.cluster;
  const at = [rank % x, Math.floor(rank / x) % y, Math.floor(rank / (x * y))];
  return block.map((one, i) => one - (one % launch.cluster[i]) + at[i]);
}

// Whose shared memory a warp's address is in: the key of a block.
export function ownerOf(warp, address) {
  const rank = rankOf(address);
  return rank < 0 || !warp.launch.cluster ? warp.blockKey : blockOfRank(warp.launch, warp.block, rank).join();
}

export function isOfCluster(site) {
  return site.op.includes(".cluster");
}

// The cluster that a warp's block is in, as text; "": it is in none.
export function clusterKey(warp) {
  const {launch, block} = warp;
  return launch.cluster ? block.map((one, i) => Math.floor(one / launch.cluster[i])).join() : "";
}

// All blocks of it, by rank: [{rank, block, key, warps}], where `warps` are those that are shown.
export function blocksOfCluster(launch, block) {
  const [x, y, z] = launch.cluster;
  return Array.from({length: x * y * z}, (_, rank) => {
    const one = blockOfRank(launch, block, rank), key = one.join();
    return {rank, block: one, key, warps: launch.warps.filter((warp) => warp.blockKey === key)};
  });
}

// The accesses of a step to other blocks' shared memory, by rank: [{rank, access, lanes}].
export function reachesOf(warp, step) {
  const found = new Map();
  for (const access of warp.accesses(step)) {
    if (access.space !== "shared") continue;
    access.addresses.forEach((address, lane) => {
      const rank = address === null ? -1 : rankOf(address);
      if (rank < 0) return;
      if (!found.has(rank)) found.set(rank, {rank, access, lanes: []});
      found.get(rank).lanes.push(lane);
    });
  }
  return [...found.values()];
}
