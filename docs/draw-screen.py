#!/usr/bin/env python3
"""Draws what a command printed as a terminal's screen, in SVG.

    docs/draw-screen.py COMMAND <OUTPUT >PICTURE.svg

COMMAND is shown behind a prompt. Titles of tables are paler, and "right" is green.
"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "capture"))
import svg  # noqa: E402


def heads(lines):
    """Which lines are titles of a table: those above a rule, up to an empty line."""
    found = set()
    for at, line in enumerate(lines):
        while re.fullmatch("─+", line) and at > 0 and lines[at - 1]:
            at -= 1
            found.add(at)
    return found


def runs(line, is_head):
    if is_head:
        return [(line, "head")]
    parts = re.split("(?<= )(right)(?= )", line)
    return [(part, "right" if at % 2 else "") for at, part in enumerate(parts)]


def picture(command, output):
    """The SVG of a screen."""
    lines = output.rstrip("\n").split("\n")
    titles = heads(lines)
    return svg.picture(command, [[(f"$ {command}", "prompt")],
                                 *(runs(line, at in titles) for at, line in enumerate(lines))],
                       ("screen", "dot", "text", "prompt", "head", "right", "rule"))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.stdout.write(picture(sys.argv[1], sys.stdin.read()))
