// Elements of pages and drawings.

const svgNamespace = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export function html(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(svgNamespace, tag), attributes, children);
}

// A drawing that a screen reader reads as one sentence.
export function picture(width, height, text, ...children) {
  return svg("svg", {viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": text, class: "picture"},
             ...children);
}

// What a drawing's rows and columns are. Not part of the drawing, since it would be cut on small screens.
export function note(text) {
  return html("p", {class: "note"}, text);
}

// Whether the screen is that of a phone; drawings are narrower there, so that their letters are not.
const small = matchMedia("(max-width: 40rem)");

export function isNarrow() {
  return small.matches;
}

// As replaceChildren, without those that are null.
export function replaceChildren(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null));
}

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// As setAttribute, but a browser has no work where nothing changes.
export function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

// Squares of the lanes of a mask in one row, as the d of a path.
export function laneSquares(mask, size, gap) {
  let path = "";
  for (let lane = 0; lane < 32; ++lane)
    if (((mask >>> lane) & 1) === 1)
      path += `M${lane * (size + gap)} 0h${size}v${size}h${-size}z`;
  return path;
}

// Colours are the system's choice, unless the page around this one has chosen.
const dark = matchMedia("(prefers-color-scheme: dark)");
const listeners = [];
let chosenScheme = "";

export function colourScheme() {
  return chosenScheme || (dark.matches ? "dark" : "light");
}

// What is drawn in colours of its own has to be drawn anew.
export function onSchemeChange(draw) {
  listeners.push(draw);
  dark.addEventListener("change", draw);
}

// "dark" or "light", whatever the system prefers.
export function chooseScheme(scheme) {
  chosenScheme = scheme;
  document.documentElement.style.colorScheme = scheme;
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules)
      if (rule.media && (rule.isOfScheme ||= rule.media.mediaText === "(prefers-color-scheme: dark)"))
        rule.media.mediaText = scheme === "dark" ? "all" : "not all";
  for (const draw of listeners) draw();
}
