"""Draws a terminal's screen in SVG: text that can be searched and scaled, light or dark as the
reader's system is.

A line is a list of runs, (text, kinds): kinds are names of the classes below, in one string. Each
line is stretched to its number of columns, so that columns stay columns whichever fixed-width font
the reader has.
"""
import re
from xml.sax.saxutils import escape

COLUMN, LINE, MARGIN, BAR = 7.8, 18, 16, 30  # in pixels, for a font of 13
TEXT = ('font: 13px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: {};\n'
        "           white-space: pre;")
# What is drawn, light and dark.
CLASSES = {
    ".screen": ("fill: #f6f8fa; stroke: #d0d7de;", "fill: #161b22; stroke: #30363d;"),
    ".dot": ("fill: #d0d7de;", "fill: #484f58;"),
    "text": (TEXT.format("#24292f"), "fill: #e6edf3;"),
    ".prompt": ("font-weight: bold; fill: #0550ae;", "fill: #79c0ff;"),
    ".head": ("fill: #57606a;", "fill: #9198a1;"),
    ".right": ("fill: #116329;", "fill: #56d364;"),
    ".rule": ("stroke: #8c959f;", "stroke: #6e7681;"),
    ".red": ("fill: #b3202a;", "fill: #ff7b72;"),
    ".green": ("fill: #116329;", "fill: #56d364;"),
    ".yellow": ("fill: #7d4e00;", "fill: #e3b341;"),
    ".blue": ("fill: #0550ae;", "fill: #79c0ff;"),
    ".magenta": ("fill: #8250df;", "fill: #d2a8ff;"),
    ".cyan": ("fill: #1b6e85;", "fill: #56d4dd;"),
    ".dim": ("fill: #57606a;", "fill: #9198a1;"),
    ".bold": ("font-weight: bold;", ""),
}


def style(used):
    """The style sheet for the classes that a picture uses."""
    wanted = {kind: rules for kind, rules in CLASSES.items() if kind.lstrip(".") in used}
    light = "".join(f"    {kind} {{ {rules} }}\n" for kind, (rules, _) in wanted.items())
    dark = "".join(f"      {kind} {{ {rules} }}\n" for kind, (_, rules) in wanted.items() if rules)
    return f"\n{light}    @media (prefers-color-scheme: dark) {{\n{dark}    }}\n  "


def drawn(line, y):
    """One line; what is drawn as a rule is a line."""
    text = "".join(piece for piece, _ in line)
    if re.fullmatch("─+", text):
        return f'<path class="rule" d="M {MARGIN} {y - 4.5} H {MARGIN + COLUMN * len(text):.1f}"/>'
    whole = line[0][1] if len(line) == 1 else ""
    parts = escape(text) if whole else "".join(
        f'<tspan class="{kinds}">{escape(piece)}</tspan>' if kinds else escape(piece)
        for piece, kinds in line)
    name = f' class="{whole}"' if whole else ""
    return (f'<text x="{MARGIN}" y="{y}"{name} textLength="{COLUMN * len(text):.1f}" '
            f'lengthAdjust="spacingAndGlyphs" xml:space="preserve">{parts}</text>')


def picture(title, lines, always=("screen", "dot", "text"), columns=0):
    """The SVG of a screen, of at least `columns` columns."""
    used = {*always, *(kind for line in lines for _, kinds in line for kind in kinds.split())}
    lengths = [sum(len(piece) for piece, _ in line) for line in lines]
    width = 2 * MARGIN + COLUMN * max(columns, *lengths)
    height = BAR + MARGIN + LINE * len(lines)
    body = [drawn(line, BAR + LINE * (at + 1) - 2) for at, line in enumerate(lines) if lengths[at]]
    dots = "".join(f'<circle class="dot" cx="{MARGIN + 4 + 18 * i}" cy="16" r="5"/>'
                   for i in range(3))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
            f'width="{width:.0f}" height="{height}" role="img">\n'
            f"  <title>The screen of {escape(title)}</title>\n"
            f"  <style>{style(used)}</style>\n"
            f'  <rect class="screen" x="0.5" y="0.5" width="{width - 1:.0f}" '
            f'height="{height - 1}" rx="8"/>\n  {dots}\n  '
            + "\n  ".join(body) + "\n</svg>\n")
