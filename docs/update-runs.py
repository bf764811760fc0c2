#!/usr/bin/env python3
"""Puts into the pages what ./lockstep prints, so that no output is a copy that can go stale.

    docs/update-runs.py [BUILD]            runs each command anew and rewrites the pages
    docs/update-runs.py --check [BUILD]    changes no page; names those that are out of date, and fails

BUILD is the build folder (default: build), with the tutor and the emulator in it. An output stands
between two comments; what lies between them belongs to this script:

    <!-- run: ./lockstep profile histogram.cu -->
    <!-- end of run -->

The command runs in a copy of docs/examples, on the emulator. Behind ` ; lines 1-4,9-` stand the
lines that are shown, with "..." for the others.
"""
import glob
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import pages

ROOT = pathlib.Path(__file__).resolve().parents[1]
RUN = re.compile(r"^(?P<begin><!-- run: (?P<command>\./lockstep .+?)(?: ; lines (?P<lines>[\d,-]+))? -->\n)"
                 r".*?^(?P<end><!-- end of run -->)", re.MULTILINE | re.DOTALL)


def chosen(lines, ranges):
    """The lines of some ranges (1 is the first), with "..." where others are left out."""
    wanted = set()
    for one in ranges.split(","):
        first, dash, last = one.partition("-")
        wanted.update(range(int(first), int(last or len(lines) if dash else first) + 1))
    shown = []
    for number, line in enumerate(lines, 1):
        if number in wanted:
            shown.append(line)
        elif not shown or shown[-1] != "...":
            shown.append("...")
    return shown


class Examples:
    """A copy of docs/examples, in which commands run."""

    def __init__(self, build):
        self.tutor = build / "tutor" / "lockstep-tutor"
        self.folder = tempfile.TemporaryDirectory()
        self.here = shutil.copytree(ROOT / "docs" / "examples",
                                    pathlib.Path(self.folder.name) / "examples")
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith("LOCKSTEP_") or name == "LOCKSTEP_NVCC"}
        self.environment = {**kept, "LOCKSTEP_ROOT": str(ROOT), "LOCKSTEP_BUILD": str(build),
                            "NO_COLOR": "1"}

    def output_of(self, command):
        """What a command prints on both of its streams, in the order in which it does."""
        words = shlex.split(command)
        done = subprocess.run([self.tutor, words[1], "--backend", "emulator", *words[2:]],
                              cwd=self.here, env=self.environment, text=True, check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        if done.returncode not in (0, 3, 6):
            sys.exit(f"{command} ended with {done.returncode}:\n{done.stdout}")
        return [line.rstrip() for line in done.stdout.strip("\n").split("\n")]


def update(text, output_of):
    """The text with each output as `output_of` gives it for the command."""

    def one(match):
        lines = output_of(match["command"])
        if match["lines"]:
            lines = chosen(lines, match["lines"])
        shown = "\n".join([f"$ {match['command']}", *lines])
        return f"{match['begin']}\n```\n{shown}\n```\n\n{match['end']}"

    return RUN.sub(one, text)


def main(arguments):
    check = "--check" in arguments
    folders = [one for one in arguments if one != "--check"]
    examples = Examples(pathlib.Path(folders[0] if folders else ROOT / "build").resolve())
    failed = False
    for path in sorted(map(pathlib.Path, glob.glob(str(ROOT / "docs" / "*.md")))):
        text = path.read_text(encoding="utf-8")
        changed = update(text, examples.output_of)
        if changed == text:
            continue
        if check:
            line = pages.first_change(text, changed)
            print(f"docs/{path.name}:{line}: not what the command prints: run docs/update-runs.py",
                  file=sys.stderr)
            failed = True
        else:
            path.write_text(changed, encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
