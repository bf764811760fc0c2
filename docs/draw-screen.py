#!/usr/bin/env python3
"""Draws what a command printed as a terminal's screen, in SVG: text that can be searched and
scaled, light or dark as the reader's system is.

    docs/draw-screen.py COMMAND <OUTPUT >PICTURE.svg

COMMAND is shown behind a prompt. Each line is stretched to its number of columns, so that columns
stay columns whichever fixed-width font the reader has.
"""
import re
import sys
from xml.sax.saxutils import escape

COLUMN, LINE, MARGIN, BAR = 7.8, 18, 16, 30  # in pixels, for a font of 13
STYLE = """
    .screen { fill: #f6f8fa; stroke: #d0d7de; }
    .dot { fill: #d0d7de; }
    text { font: 13px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #24292f;
           white-space: pre; }
    .prompt { font-weight: bold; fill: #0550ae; }
    .head { fill: #57606a; }
    .right { fill: #116329; }
    .rule { stroke: #8c959f; }
    @media (prefers-color-scheme: dark) {
      .screen { fill: #161b22; stroke: #30363d; }
      .dot { fill: #484f58; }
      text { fill: #e6edf3; }
      .prompt { fill: #79c0ff; }
      .head { fill: #9198a1; }
      .right { fill: #56d364; }
      .rule { stroke: #6e7681; }
    }
"""


def drawn(line, y, kind=""):
    """One line of text; what is drawn as a rule is a line."""
    if re.fullmatch("─+", line):
        end = MARGIN + COLUMN * len(line)
        return (f'<path class="rule" d="M {MARGIN} {y - 4.5} H {end:.1f}"/>')
    parts = escape(line)
    if kind == "":
        parts = re.sub(r"(?<= )right(?= )", '<tspan class="right">right</tspan>', parts)
    name = f' class="{kind}"' if kind else ""
    return (f'<text x="{MARGIN}" y="{y}"{name} textLength="{COLUMN * len(line):.1f}" '
            f'lengthAdjust="spacingAndGlyphs" xml:space="preserve">{parts}</text>')


def heads(lines):
    """Which lines are titles of a table: those above a rule, up to an empty line."""
    found = set()
    for at, line in enumerate(lines):
        while re.fullmatch("─+", line) and at > 0 and lines[at - 1]:
            at -= 1
            found.add(at)
    return found


def picture(command, output):
    """The SVG of a screen."""
    lines = [f"$ {command}", *output.rstrip("\n").split("\n")]
    width = 2 * MARGIN + COLUMN * max(map(len, lines))
    height = BAR + MARGIN + LINE * len(lines)
    titles = heads(lines)
    body = [drawn(line, BAR + LINE * (at + 1) - 2,
                  "prompt" if at == 0 else "head" if at in titles else "")
            for at, line in enumerate(lines) if line]
    dots = "".join(f'<circle class="dot" cx="{MARGIN + 4 + 18 * i}" cy="16" r="5"/>'
                   for i in range(3))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
            f'width="{width:.0f}" height="{height}" role="img">\n'
            f"  <title>The screen of {escape(command)}</title>\n"
            f"  <style>{STYLE}  </style>\n"
            f'  <rect class="screen" x="0.5" y="0.5" width="{width - 1:.0f}" '
            f'height="{height - 1}" rx="8"/>\n  {dots}\n  '
            + "\n  ".join(body) + "\n</svg>\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.stdout.write(picture(sys.argv[1], sys.stdin.read()))
