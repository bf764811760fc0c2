// Words of the page, each in one sentence: as docs/glossary.md has it, or else the page's own.
export const words = {
  "bank": "shared memory has 32 banks, each one word wide; if lanes of a warp want different words of one bank, the access takes more than one pass",
  "cluster": "blocks that run at the same time, on SMs near each other, and can reach into each other's shared memory; a block's rank is its number among them",
  "coalesced": "said of an access whose lanes use neighbouring addresses, so that it touches as few sectors as possible",
  "fence": "makes a thread's earlier writes visible to others before its later ones: __threadfence()",
  "pass": "one of the steps that an access to shared memory takes; without conflicts it is one",
  "pipe": "the part of an SM that executes one kind of instruction; while it is busy, no other warp can issue such an instruction",
  "queue": "instructions for memory wait here until the SM can process them; while it is full, no warp can issue another",
  "rank": "the number of a block among those of its cluster",
  "request": "one load or store instruction of one warp",
  "slot": "a place for a resident warp on the SM; once its block has ended, a warp of another block takes it",
  "step": "what an arrow key moves on by: a warp runs on one source line, up to a memory access, a branch or a barrier",
  "sector": "32 bytes of global memory, the unit that moves between memory, caches and SM",
};

const plurals = {banks: "bank", clusters: "cluster", fences: "fence", passes: "pass", pipes: "pipe", queues: "queue", requests: "request", sectors: "sector", slots: "slot", steps: "step"};
const anyOf = new RegExp(`\\b(${[...Object.keys(plurals), ...Object.keys(words)].join("|")})\\b`, "gi");

// A text in pieces: [{text, meaning}], where a word has a meaning at its first occurrence only.
export function pieces(text) {
  const seen = new Set(), result = [];
  let from = 0;
  for (const found of text.matchAll(anyOf)) {
    const word = found[0].toLowerCase(), name = plurals[word] ?? word;
    if (seen.has(name)) continue;
    seen.add(name);
    if (found.index > from) result.push({text: text.slice(from, found.index), meaning: ""});
    result.push({text: found[0], meaning: `${name}: ${words[name]}`});
    from = found.index + found[0].length;
  }
  if (from < text.length) result.push({text: text.slice(from), meaning: ""});
  return result;
}
