#!/usr/bin/env python3
"""Puts what ./lockstep really shows into the pages below: texts, and pictures of a terminal.

    docs/update-screens.py [PAGE...]   does what the pages say and rewrites what was shown
    docs/update-screens.py --check     runs nothing: fails if what the screens are made from has
                                       changed since, by the digest at each page's end

A page says between comments what is to be done, in its order:

    <!-- answer: graders/wrong/05_reduction/ragged/no_guard.cu -->
        that is the learner's file now; also a file of solutions/, or of exercises/: the stub.
        with "i < size" as "i < sizes" at the end changes it
    <!-- solved: 05_reduction/ragged 05_reduction/max_reduce -->
        the learner has solved these
    <!-- screen: verify 05_reduction/ragged -->
    what was printed; belongs to this script
    <!-- end of screen -->
    <!-- screen: reset 05_reduction/ragged; y Enter -->
        in a terminal, with these keys
    <!-- picture: race.svg 96x30; watch 05_reduction/ragged; h h -->
        a terminal of 96 columns and 30 rows, in which ./lockstep watch runs and these keys are
        pressed, drawn as docs/screens/race.svg. With 96x0 it is as high as what it shows

The learner's files and progress are put back at the end. Inputs are those of seed 20260101. Needs a built checkout and tmux; takes some minutes.
"""
import os
import pathlib
import re
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "docs" / "capture"))
import page as pages  # noqa: E402
import svg  # noqa: E402
import terminal  # noqa: E402
from learner import Learner  # noqa: E402

PAGES = ["docs/first-exercise.md", "docs/tutor.md"]
SEED = 20260101
TUTOR = "./lockstep --yes --backend emulator "
PLAIN = {key: value for key, value in os.environ.items()
         if not key.startswith("LOCKSTEP_") and key not in ("NO_COLOR", "TERM", "TMUX")}


def with_seed(command):
    """The command with the same inputs each time."""
    first, *rest = command.split(" ", 1)
    seeded = f"{first} --seed {SEED}" if first in ("watch", "verify") else first
    return " ".join([seeded, *rest])


def masked(text):
    """Without what is another on each machine and in each run."""
    text = re.sub(r"^  built \d+/\d+\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ", "2026-01-01T12-00-00Z", text)
    text = re.sub(r"\d+ MiB free", "20000 MiB free", text)
    return text.replace(str(ROOT), "~/lockstep")


def fence(command, said):
    return f"\n```\n$ ./lockstep {command}\n{masked(said).rstrip()}\n```\n\n"


def printed(command):
    done = subprocess.run(TUTOR + with_seed(command), cwd=ROOT, text=True, shell=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={**PLAIN, "NO_COLOR": "1"})
    return fence(command, done.stdout)


def in_a_terminal(command, columns, rows, keys):
    """The lines that it shows, with escape sequences."""
    words = TUTOR.replace("--yes ", "") + with_seed(command)
    with terminal.Terminal(words, columns, rows, ROOT, PLAIN) as seen:
        seen.settle()
        for key in (keys or "").split():
            seen.press(key)
        return [masked(line) for line in seen.coloured()]


def draw(step):
    """The picture that a page asks for."""
    name, columns, rows, command, keys = step.groups()
    lines = in_a_terminal(command, int(columns), int(rows) or 200, keys)
    (ROOT / "docs" / "screens" / name).write_text(
        svg.picture(f"./lockstep {command}", [terminal.runs(line) for line in lines],
                    columns=int(columns)))


def put_answer(learner, step):
    name, old, new = step.groups()
    exercise = pages.exercise_of(name)
    text = (learner.stub(exercise).decode() if name.startswith("exercises/")
            else (ROOT / name).read_text())
    if old:
        if old not in text:
            sys.exit(f"{name} has no {old}")
        text = text.replace(old, new, 1)
    learner.file(exercise).write_text(text)


def solve(learner, names):
    for name in names:
        learner.file(name).write_bytes((ROOT / "solutions" / f"{name}.cu").read_bytes())
        printed(f"verify {name}")


def do(page):
    """What the page says; returns the texts of its screens."""
    screens = []
    with Learner(ROOT, page.exercises()) as learner:
        for step in page.steps():
            print(step[0].split("\n")[0], file=sys.stderr)
            if step.re is pages.ANSWER:
                put_answer(learner, step)
            elif step.re is pages.SOLVED:
                solve(learner, step[1].split())
            elif step.re is pages.PICTURE:
                draw(step)
            elif step[3]:
                lines = in_a_terminal(step[2], 200, 50, step[3])
                plain = ["".join(text for text, _ in terminal.runs(line)) for line in lines]
                screens.append(fence(step[2], "\n".join(plain)))
            else:
                screens.append(printed(step[2]))
    return screens


def check(all_pages, stub_name):
    stale = [page for page in all_pages if page.recorded() != page.digest(stub_name)]
    for page in stale:
        print(f"{page.file.relative_to(ROOT)}: its screens are out of date: "
              "run docs/update-screens.py", file=sys.stderr)
    return 1 if stale else 0


def main(words):
    if any(word.startswith("-") for word in words) and words != ["--check"]:
        print(__doc__, file=sys.stderr)
        return 64
    stub_name = Learner(ROOT, []).stub_name
    named = [name for name in words if name != "--check"] or PAGES
    all_pages = [pages.Page(ROOT, ROOT / name) for name in named]
    if words == ["--check"]:
        return check(all_pages, stub_name)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    for page in all_pages:
        page.rewrite(do(page), stub_name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
