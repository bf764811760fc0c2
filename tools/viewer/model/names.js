// What the source calls the arrays that a kernel works with. A trace has numbers of allocations and
// of parameters; the names of the parameters are read from the kernel's own source.
import {offsetOf, rankOf} from "./cluster.js";

function withoutComments(text) {
  return text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (all) => all.replace(/[^\n]/g, " "));
}

function splitAtCommas(text) {
  const parts = [""];
  let depth = 0;
  for (const c of text) {
    if ("(<[{".includes(c)) ++depth;
    if (")>]}".includes(c)) --depth;
    if (c === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += c;
  }
  return parts;
}

// A kernel's parameters as its source declares them, in order; none if no source defines it.
function declarationsOf(kernel, files) {
  const escaped = kernel.replace(/<.*$/s, "").replace(/[^\w]/g, "\\$&");
  const head = new RegExp(`__global__[^;{}()]*(?:__launch_bounds__\\s*\\([^)]*\\)[^;{}()]*)?\\b${
      escaped}\\s*\\(([^)]*(?:\\([^)]*\\)[^)]*)*)\\)`);
  for (const file of files) {
    const found = file.text === null ? null : head.exec(withoutComments(file.text));
    if (!found) continue;
    return splitAtCommas(found[1]);
  }
  return [];
}

function nameIn(declaration) {
  return /(\w+)\s*(\[[^\]]*\])?\s*$/.exec(declaration)?.[1] ?? "";
}

export function parameterNames(kernel, files) {
  return declarationsOf(kernel, files).map(nameIn);
}

// How many numbers an element of the array has that is declared so: 4 for "const float4* in".
function numbersOf(declaration) {
  return Number(/\b(?:u?(?:char|short|int|long|longlong)|float|double)([234])\b/.exec(declaration ?? "")?.[1] ?? 1);
}

// The types of a kernel's parameters as its demangled name has them, templates filled in.
function typesIn(kernel) {
  const inner = /\((.*)\)[^()]*$/s.exec(kernel.replace(/^.*?(?=\()/s, ""))?.[1];
  return inner === undefined ? [] : splitAtCommas(inner);
}

// The type of an array in shared memory as a source declares it; "": none does.
function sharedType(name, files) {
  const declared = new RegExp(`__shared__([^;=()]*?[\\w>*&\\s])\\b${name.replace(/[^\w]/g, "\\$&")}\\s*\\[`);
  for (const file of files) {
    const found = file.text === null ? null : declared.exec(withoutComments(file.text));
    if (found) return found[1];
  }
  return "";
}

// Whether numbers of this type have a sign. PTX loads and stores bits, and says "unsigned" of ints.
export function isSigned(type) {
  const plain = type.replace(/\b(const|volatile|extern|static|__restrict__|__align__\s*\(\d+\))/g, " ").trim();
  return /^((signed|short|int|long|signed char|int(8|16|32|64)_t)\b|(short|int|long)[1-4]\b)/.test(plain) && !/\bunsigned\b/.test(plain);
}

// A number of `bytes` bytes, read as one that has a sign.
function withSign(value, bytes) {
  if (Array.isArray(value)) return value.map((one) => withSign(one, bytes));
  const range = 2 ** (8 * bytes);
  if (!Number.isInteger(value) || bytes > 4) return value;
  const rest = ((value % range) + range) % range;
  return rest >= range / 2 ? rest - range : rest;
}

// What an access is of: {name, index}, where `index` is that of its first element in the array.
export class ArrayNames {
  constructor(launch) {
    this.launch = launch;
    this.declarations = declarationsOf(launch.shortName, launch.trace.files);
    this.parameters = this.declarations.map(nameIn);
    this.types = typesIn(launch.kernel);
    this.sharedTypes = new Map();
  }

  // The memory of another block of the cluster has names of its own.
  ofShared(of) {
    const address = offsetOf(of), rank = rankOf(of);
    let found = null;
    for (const one of this.launch.shared)
      if (one.offset <= address && (one.bytes === 0 || address < one.offset + one.bytes)) found = one;
    return {name: found?.name ?? "shared memory", type: this.typeOfShared(found?.name ?? ""), begin: (found?.offset ?? 0) + of - address, bytes: found?.bytes ?? 0, of: rank < 0 ? "" : ` of rank ${rank}`};
  }

  ofGlobal(allocation, address) {
    const array = this.launch.arrays.find((one) => one.allocation === allocation);
    let best = null;
    for (const one of array?.parameters ?? [])
      if (one.offset <= address && (best === null || one.offset > best.offset)) best = one;
    const name = best !== null ? this.parameters[best.number] : array?.name;
    return {
      name: name || (allocation === 0 ? "memory outside of every array" : `array ${allocation}`),
      begin: best?.offset ?? 0,
      type: this.types[best?.number] ?? "",
      numbers: numbersOf(this.declarations[best?.number]),
      bytes: array ? array.bytes - (best?.offset ?? 0) : 0,
    };
  }

  typeOfShared(name) {
    if (!this.sharedTypes.has(name)) this.sharedTypes.set(name, name === "" ? "" : sharedType(name, this.launch.trace.files));
    return this.sharedTypes.get(name);
  }

  // A value at an address, in words: with a sign where the source's type has one.
  value(access, address, value) {
    const type = address === null || address === undefined ? "" : this.arrayOf(access, address).type ?? "";
    return valueText(isSigned(type) ? withSign(value, access.elementBytes) : value);
  }

  arrayOf(access, address) {
    if (access.space === "shared") return this.ofShared(address);
    if (access.space === "global" || access.space === "constant")
      return this.ofGlobal(access.allocation, address);
    return {name: `${access.space} memory`, begin: 0, bytes: 0};
  }

  // The bytes of what the source calls an element.
  unitOf(access, array) {
    return access.elementBytes * (array.numbers ?? 1);
  }

  // "tile[3]".
  element(access, address) {
    const array = this.arrayOf(access, address);
    const index = Math.floor((address - array.begin) / this.unitOf(access, array));
    if (access.allocation === 0 && access.space === "global") return "memory outside of every array";
    return (/\s/.test(array.name) ? `${array.name} + ${address - array.begin}` : `${array.name}[${index}]`) + (array.of ?? "");
  }

  // "data[0..31]", "tile[0, 2, .. 62]": the elements that an access is of.
  elements(access) {
    const ranks = new Set(access.space === "shared" ? access.addresses.filter((one) => one !== null).map(rankOf) : []);
    const first = access.addresses.find((one) => one !== null);
    if (ranks.size > 1) return `${this.arrayOf(access, first).name} in ${ranks.size} blocks of the cluster`;
    return this.elementsOfArray(access) + (this.arrayOf(access, first).of ?? "");
  }

  elementsOfArray(access) {
    const all = [];
    access.addresses.forEach((address) => {
      if (address !== null) all.push(address);
    });
    const sorted = [...new Set(all)].sort((a, b) => a - b);
    const array = this.arrayOf(access, sorted[0]);
    if (/\s/.test(array.name)) return array.name;
    const index = (address) => Math.floor((address - array.begin) / this.unitOf(access, array));
    const first = index(sorted[0]);
    const each = Math.max(1, access.elements / (array.numbers ?? 1));
    const last = index(sorted[sorted.length - 1]) + each - 1;
    if (first === last) return `${array.name}[${first}]`;
    const step = sorted.length > 1 ? index(sorted[1]) - first : 1;
    const end = index(sorted[sorted.length - 1]);
    const even = sorted.every((address, i) => index(address) === first + i * step);
    if (even && (step === each || sorted.length === 1))
      return `${array.name}[${first}..${last}]`;
    if (even && sorted.length <= 3) return `${array.name}[${sorted.map(index).join(", ")}]`;
    if (even) return `${array.name}[${first}, ${first + step}, .. ${end}]`;
    return `${sorted.length} elements of ${array.name}[${first}..${last}]`;
  }
}

// A value as people read it: floats as short as they can be, characters of ints in groups.
export function valueText(value) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  if (typeof value === "number" && !Number.isInteger(value)) {
    const short = Number(value.toPrecision(6));
    return Math.abs(short) >= 1e7 || Math.abs(short) < 1e-4 ? short.toExponential() : `${short}`;
  }
  return `${value}`;
}

// A value as it fits into a width: smaller, then cut with a mark of that, or a dot in its place.
export function fitted(value, width) {
  const least = 5.4, most = 8.5, perSize = 0.6;
  const room = Math.max(1, Math.floor(width / (least * perSize)));
  const text = value.length <= room ? value : room === 1 ? "\u2022" : `${value.slice(0, room - 1)}\u2026`;
  return {text, size: Math.min(most, width / Math.max(1, text.length) / perSize)};
}
