"""What the experiment of chapter 05 prints: in README.md, and as a picture of a terminal.

    <!-- book demo -->
"""
import re
import subprocess

from ..capture import svg
from ..checkout import HEADLINE
from ..kind import PageKind, Part

CHAPTER = "05_reduction"
PICTURE = "demo.svg"  # in docs/screens


def without_host_times(text):
    """The output without the host's times, which differ from run to run: the lines from `Host:` to
    the next empty one."""
    return re.sub(r"^Host: .*?(?:^\n|\Z)", "", text, flags=re.MULTILINE | re.DOTALL)


def printed(checkout):
    program = checkout.program(CHAPTER)
    done = subprocess.run([program], env=checkout.emulated(), stdin=subprocess.DEVNULL, check=True,
                          capture_output=True, text=True)
    return without_host_times(done.stdout)


def heads(lines):
    """Which lines are titles of a table: those above a rule, up to an empty line."""
    found = set()
    for at, line in enumerate(lines):
        while re.fullmatch("─+", line) and at > 0 and lines[at - 1]:
            at -= 1
            found.add(at)
    return found


def runs(line, is_head):
    """A line as the drawing takes it: titles are paler, and "right" is green."""
    if is_head:
        return [(line, "head")]
    parts = re.split("(?<= )(right)(?= )", line)
    return [(part, "right" if at % 2 else "") for at, part in enumerate(parts)]


def picture(command, output):
    """The SVG of a terminal in which the command printed this."""
    lines = output.rstrip("\n").split("\n")
    titles = heads(lines)
    return svg.picture(command, [[(f"$ {command}", "prompt")],
                                 *(runs(line, at in titles) for at, line in enumerate(lines))],
                       ("screen", "dot", "text", "prompt", "head", "right", "rule"))


class KIND(PageKind):
    name = "demo"
    summary = "what the experiment of chapter 05 prints"
    reads = "the program"
    writes = f"pages, below `book demo`; docs/screens/{PICTURE}"
    needs = "the program and the emulator, built"
    words = ("demo",)

    def parts(self, checkout):
        self.output = printed(checkout)
        yield from super().parts(checkout)
        path = checkout.docs / "screens" / PICTURE
        yield Part(path, path.read_text(encoding="utf-8") if path.exists() else None,
                   picture(f"./lockstep run {CHAPTER}/{HEADLINE}", self.output))

    def content(self, marker, checkout):
        return f"```\n{self.output}```"
