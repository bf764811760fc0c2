// The source, with the line of the warp that acts, and of all others.
import {html, replaceChildren, setText} from "../draw.js";
import {laneWords} from "../model/lanes.js";
import {titleOf} from "./findings.js";

function isSameFile(one, other) {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}

export class SourceScene {
  // `goTo`: called with a file and a line that a person has chosen.
  constructor(section, goTo) {
    this.title = section.querySelector("h2");
    this.body = section.querySelector(".body");
    this.body.tabIndex = 0;
    this.file = -1;
    this.lines = [];
    this.marked = new Map();
    this.body.addEventListener("click", (event) => {
      const line = event.target.closest("li");
      if (event.target.closest("a")) return;
      if (line && getSelection().isCollapsed) goTo(this.file, line.value);
    });
  }

  show(view) {
    const {warp, last} = view.moment;
    const site = warp.siteOf(last);
    const file = view.trace.files[site.file];
    if (site.line > 0 && file.text !== null) this.open(view.trace, site.file);
    if (this.file < 0) {
      setText(this.title, "Source");
      setText(this.body, file.text === null && site.line > 0 ? `${file.name} is not at hand.`
                                                             : "No source is known here.");
      return;
    }
    this.flagFindings(view);
    this.marks = new Map();
    this.markOthers(view);
    for (const part of view.state.parts)
      if (part.state === "wait" && part.nextLine > 0)
        this.mark(part.nextLine, "waiting", `${laneWords(part.mask, warp.lanes)} wait`);
    if (site.file === this.file) this.mark(site.line, "now", `${warp.name}`);
    this.showMarks();
  }

  open(trace, index) {
    if (this.file === index) return;
    this.file = index;
    this.marked = new Map();
    const {name, text} = trace.files[index];
    setText(this.title, name.replace(/^.*\//, ""));
    this.title.title = name;
    this.lines = text.replace(/\n$/, "").split("\n").map((line, i) => {
      const marks = html("span", {class: "marks"});
      const element = html("li", {value: i + 1}, html("code", null, line === "" ? " " : line), marks);
      return {element, marks};
    });
    replaceChildren(this.body, html("ol", null, ...this.lines.map((line) => line.element)));
  }

  // Lines that findings name, whether a step of them is shown or not; a flag leads to the finding.
  flagFindings(view) {
    if (this.flagged === view.findings && this.flaggedFile === this.file) return;
    this.flagged = view.findings;
    this.flaggedFile = this.file;
    for (const old of this.body.querySelectorAll(".flag")) old.remove();
    const {name} = view.trace.files[this.file];
    for (const {finding} of view.findings)
      for (const [side, text] of [[finding, titleOf(finding.kind)], [finding.other, `${titleOf(finding.kind)}: the other side`]]) {
        const line = side?.line && (!side.file || isSameFile(side.file, name)) ? this.lines[side.line - 1] : undefined;
        if (line && ![...line.element.querySelectorAll(".flag")].some((one) => one.textContent === text))
          line.marks.before(html("a", {class: "flag", href: "#findings"}, text));
      }
  }

  // Other warps: how many stand on a line.
  markOthers(view) {
    const count = new Map();
    for (const warp of view.launch.warps) {
      const step = view.steps[warp.index];
      if (warp === view.moment.warp || step < 0) continue;
      const {line, file, kind} = warp.siteOf(step);
      if (file !== this.file || (kind === "exit" && warp.executing(step) === warp.active[step])) continue;
      count.set(line, [...(count.get(line) ?? []), warp.number]);
    }
    for (const [line, warps] of count)
      this.mark(line, "others", warps.length === 1 ? `warp ${warps[0]}` : `${warps.length} warps`);
  }

  mark(number, kind, text) {
    if (!this.lines[number - 1]) return;
    const before = this.marks.get(number);
    this.marks.set(number, before ? {kinds: `${before.kinds} ${kind}`, text: `${before.text}, ${text}`} : {kinds: kind, text});
  }

  // Touches only the lines whose marks have changed.
  showMarks() {
    const nothing = {kinds: "", text: ""};
    for (const number of new Set([...this.marked.keys(), ...this.marks.keys()])) {
      const {kinds, text} = this.marks.get(number) ?? nothing, before = this.marked.get(number) ?? nothing;
      const line = this.lines[number - 1];
      if (kinds !== before.kinds) line.element.className = kinds;
      if (text !== before.text) line.marks.textContent = text;
    }
    this.marked = this.marks;
  }

  // Within the panel: the page itself stays where it is.
  reveal(view) {
    const {warp, last} = view.moment;
    const element = this.lines[warp.siteOf(last).line - 1]?.element;
    if (!element) return;
    const top = element.offsetTop, bottom = top + element.offsetHeight;
    const {scrollTop, clientHeight} = this.body;
    const margin = Math.min(80, clientHeight / 4);
    if (top < scrollTop + margin || bottom > scrollTop + clientHeight - margin)
      this.body.scrollTop = top - clientHeight / 3;
  }
}
