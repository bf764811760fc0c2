"""A small canvas for pictures that are read in light and dark mode, on paper and on telephones.

Colours are variables: the reader's own mode picks them (prefers-color-scheme), a class `light` or
`dark` on the svg element or one around it overrules that, and paper gets the light ones. Each
picture brings its background, so it can be read on any page. Nothing is told by colour alone:
fills that matter differ in pattern, too.
"""
from xml.sax.saxutils import escape

LIGHT = {"paper": "#ffffff", "ink": "#1f2328", "quiet": "#59636e", "line": "#d1d9e0",
         "first": "#1f6fb5", "second": "#c2570c", "third": "#2a7f4f", "on": "#ffffff"}
DARK = {"paper": "#161b22", "ink": "#e6edf3", "quiet": "#9aa5b1", "line": "#3b444d",
        "first": "#6db3f2", "second": "#f2a263", "third": "#6fd195", "on": "#10151b"}

FONT = "system-ui,'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif"


def variables(colours):
    return ";".join(f"--{name}:{value}" for name, value in colours.items())


def style():
    light, dark = variables(LIGHT), variables(DARK)
    own = "svg.lockstep-picture"
    return "\n".join([
        f"{own}{{{light};font-family:{FONT};font-size:12px}}",
        f"@media (prefers-color-scheme:dark){{{own}{{{dark}}}}}",
        f".light {own},{own}.light,[data-md-color-scheme=default] {own}{{{light}}}",
        f".dark {own},{own}.dark,[data-md-color-scheme=slate] {own}{{{dark}}}",
        f"@media print{{{own}{own[3:]}{own[3:]}{{{light}}}}}",
        f"{own} text{{fill:var(--ink)}}",
        f"{own} .quiet{{fill:var(--quiet)}}",
        f"{own} .small{{font-size:10.5px}}",
        f"{own} .head{{font-size:13px;font-weight:600}}",
        f"{own} .on{{fill:var(--on)}}",
    ] + [f"{own} .{name}{{fill:var(--{name})}}" for name in ("first", "second", "third")] + [
        f"{own} .rule{{stroke:var(--line);fill:none}}",
        f"{own} .cut{{stroke:var(--paper);fill:none;stroke-width:2.5}}",
        f"{own} .edge{{stroke:var(--quiet);fill:none}}",
        f"{own} .arrow{{stroke:var(--ink);fill:none;stroke-width:1.2}}",
        f"{own} .roof{{stroke:var(--ink);fill:none;stroke-width:2}}",
        f"{own} .hatch{{stroke:var(--quiet);stroke-width:1}}",
    ])


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


class Picture:
    """`title` says what is shown in one line, `description` what is to be seen in it."""

    WIDTH = 480  # of all pictures: 300 pixels of it can be read on a telephone, 640 on a desk

    def __init__(self, name, title, description):
        self.name, self.title, self.description = name, title, description
        self.parts, self.height, self.runs, self.patterns = [], 0, {}, set()

    def _add(self, text, bottom):
        self.flush()
        self.parts.append(text)
        self.height = max(self.height, bottom)

    def text(self, x, y, words, kind="", anchor="start"):
        attributes = f' class="{kind}"' if kind else ""
        attributes += f' text-anchor="{anchor}"' if anchor != "start" else ""
        self._add(f'<text x="{number(x)}" y="{number(y)}"{attributes}>{escape(str(words))}</text>',
                  y + 4)

    def box(self, x, y, width, height, kind):
        """Boxes of one kind in succession become one path."""
        path = f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h{number(-width)}z"
        if self.runs.get("kind") != kind:
            self.flush()
            self.runs = {"kind": kind, "paths": []}
        self.runs["paths"].append(path)
        self.height = max(self.height, y + height)

    def flush(self):
        if self.runs:
            kind, path = self.runs["kind"], "".join(self.runs["paths"])
            fill = ""
            if kind == "hatched" or kind.startswith("rows-"):
                fill = f' fill="url(#{self.name}-{kind})"'
                self.patterns.add(kind)
            self.parts.append(f'<path class="{kind}"{fill} d="{path}"/>')
        self.runs = {}

    def line(self, x1, y1, x2, y2, kind="rule", end=False):
        arrow = f' marker-end="url(#{self.name}-tip)"' if end else ""
        self._add(f'<path class="{kind}"{arrow} d="M{number(x1)} {number(y1)}L{number(x2)} '
                  f'{number(y2)}"/>', max(y1, y2))

    def curve(self, x1, y1, x2, y2, x3, y3, kind="edge"):
        self._add(f'<path class="{kind}" d="M{number(x1)} {number(y1)}Q{number(x2)} {number(y2)} '
                  f'{number(x3)} {number(y3)}"/>', max(y1, y3))

    def pattern(self, kind):
        head = f'<pattern id="{self.name}-{kind}" patternUnits="userSpaceOnUse" '
        if kind == "hatched":
            return head + ('width="4" height="4" patternTransform="rotate(45)">'
                           '<path class="hatch" d="M0 0V4"/></pattern>')
        # Rows of 3: those of the second kind are thinner.
        colour = kind.split("-")[1]
        high = 1.2 if colour == "second" else 2.3
        return head + (f'width="8" height="3"><rect class="{colour}" width="8" height="{high}"/>'
                       "</pattern>")

    def legend(self, y, entries):
        """Entries are (kind, words), side by side."""
        x = 10
        for kind, words in entries:
            self.box(x, y - 9, 14, 10, kind)
            self.text(x + 19, y, words, "small")
            x += 31 + 5.7 * len(words)

    def svg(self):
        self.flush()
        height = self.height + 10
        name = self.name
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" class="lockstep-picture" role="img" '
            f'aria-labelledby="{name}-title {name}-desc" width="640" '
            f'height="{number(height * 640 / self.WIDTH)}" '
            f'viewBox="0 0 {self.WIDTH} {number(height)}">',
            f'<title id="{name}-title">{escape(self.title)}</title>',
            f'<desc id="{name}-desc">{escape(self.description)}</desc>',
            f"<style>{style()}</style>",
            f'<defs>{"".join(self.pattern(kind) for kind in sorted(self.patterns))}'
            f'<marker id="{name}-tip" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="6" '
            'markerHeight="6" orient="auto"><path d="M0 0L6 3L0 6z" fill="var(--ink)"/></marker>'
            "</defs>",
            f'<rect width="{self.WIDTH}" height="{number(height)}" rx="6" fill="var(--paper)"/>',
            *self.parts, "</svg>", ""])
