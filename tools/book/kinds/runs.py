"""What ./lockstep prints for the programs of docs/examples, on the emulator.

    <!-- book run ./lockstep profile histogram.cu -->
    <!-- book run ./lockstep check --schedules 3 tickets.cu ; lines 1-4,9- -->

The command runs in a copy of docs/examples. Behind `; lines` stand the lines to show, with "..."
for the others.
"""
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile

from ..kind import PageKind
from ..markers import Mistake

ARGUMENTS = re.compile(r"(?P<command>\./lockstep .+?)(?: ; lines (?P<lines>[\d,-]+))?$")


def chosen(lines, ranges):
    """The lines of some ranges (1 is the first), with "..." where others are left out."""
    wanted = set()
    for part in ranges.split(","):
        first, dash, last = part.partition("-")
        wanted.update(range(int(first), int(last or len(lines) if dash else first) + 1))
    shown = []
    for number, line in enumerate(lines, 1):
        if number in wanted:
            shown.append(line)
        elif not shown or shown[-1] != "...":
            shown.append("...")
    return shown


class Examples:
    """A copy of docs/examples in which commands run; use it in a `with`."""

    def __init__(self, checkout):
        self.checkout = checkout
        self.folder = tempfile.TemporaryDirectory()
        self.here = pathlib.Path(self.folder.name) / "examples"

    def __enter__(self):
        shutil.copytree(self.checkout.docs / "examples", self.here)
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def output_of(self, command):
        """The lines that a command prints on both of its streams, in the order in which it does."""
        words = shlex.split(command)
        done = subprocess.run(
            [self.checkout.tutor, words[1], "--backend", "emulator", *words[2:]], cwd=self.here,
            env=self.checkout.environment(), text=True, check=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode not in (0, 3, 6):
            raise Mistake(f"{command} ended with {done.returncode}:\n{done.stdout}")
        return [line.rstrip() for line in done.stdout.strip("\n").split("\n")]


def shown(arguments, output_of):
    """The content of a block, with what `output_of` gives for its command."""
    found = ARGUMENTS.match(arguments)
    if not found:
        raise Mistake("a command is missing: ./lockstep COMMAND ...")
    lines = output_of(found["command"])
    if found["lines"]:
        lines = chosen(lines, found["lines"])
    return "\n".join(["```", f"$ {found['command']}", *lines, "```"])


class KIND(PageKind):
    name = "runs"
    summary = "what ./lockstep prints for the programs of docs/examples"
    reads = "docs/examples/"
    writes = "pages, below `book run ./lockstep ...`"
    needs = "the tutor and the emulator, built; nvcc"
    words = ("run",)

    def parts(self, checkout):
        with Examples(checkout) as self.examples:
            yield from super().parts(checkout)

    def content(self, marker, checkout):
        return shown(marker.arguments, self.examples.output_of)
