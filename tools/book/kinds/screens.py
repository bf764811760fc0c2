"""What the tutor really shows, in texts and in pictures of a terminal.

A page says what is to be done, in its order; each instruction stands on a line of its own:

    <!-- book answer tools/graders/wrong/05_reduction/ragged/no_guard.cu -->
        puts this file in place of the learner's; also a file of solutions/, or of exercises/: the
        stub. Behind it, `with "i < size" as "i < sizes"` changes it
    <!-- book solved 05_reduction/ragged 05_reduction/max_reduce -->
        the learner has solved these
    <!-- book picture race.svg 96x30; watch 05_reduction/ragged; h h -->
        runs ./lockstep watch in a terminal of 96 columns and 30 rows, presses these keys, and draws
        the terminal as docs/screens/race.svg. 96x0 is as high as what it shows
    <!-- book screen verify 05_reduction/ragged -->
        a block: what the command prints
    <!-- book screen reset 05_reduction/ragged; y Enter -->
        the same in a terminal, with these keys

Inputs are those of the seed below. The learner's files and progress are put back at the end.

A check runs nothing. It compares the digest at the page's end, <!-- book screens DIGEST -->, with
that of all that the screens are made from: capture/page.py.
"""
import os
import re
import signal
import subprocess
import sys

from ..capture import svg, terminal
from ..capture.learner import Learner
from ..capture.page import ScreenPage, exercise_of
from ..kind import Kind, Problem, write
from ..markers import Mistake

SEED = 20260101
TUTOR = "./lockstep --yes --backend emulator "


def with_seed(command):
    """The command with the same inputs each time."""
    first, *rest = command.split(" ", 1)
    seeded = f"{first} --seed {SEED}" if first in ("watch", "verify") else first
    return " ".join([seeded, *rest])


def plain_environment():
    return {key: value for key, value in os.environ.items()
            if not key.startswith("LOCKSTEP_") and key not in ("NO_COLOR", "TERM", "TMUX")}


class Session:
    """Does what a page says, in a checkout whose learner's files are set aside."""

    def __init__(self, checkout, learner):
        self.checkout, self.root, self.learner = checkout, checkout.root, learner

    def masked(self, text):
        """The text without what differs between machines and runs."""
        text = re.sub(r"^  built \d+/\d+\n", "", text, flags=re.MULTILINE)
        text = re.sub(r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ", "2026-01-01T12-00-00Z", text)
        text = re.sub(r"\d+ MiB free", "20000 MiB free", text)
        return text.replace(str(self.root), "~/lockstep")

    def fence(self, command, output):
        return f"```\n$ ./lockstep {command}\n{self.masked(output).rstrip()}\n```"

    def printed(self, command):
        done = subprocess.run(TUTOR + with_seed(command), cwd=self.root, text=True, shell=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env={**plain_environment(), "NO_COLOR": "1"})
        return self.fence(command, done.stdout)

    def in_a_terminal(self, command, columns, rows, keys):
        """The lines that it shows, with escape sequences."""
        words = TUTOR.replace("--yes ", "") + with_seed(command)
        with terminal.Terminal(words, columns, rows, self.root, plain_environment()) as shown:
            shown.settle()
            for key in keys.split():
                shown.press(key)
            return [self.masked(line) for line in shown.coloured()]

    def answer(self, step):
        exercise = exercise_of(step.path)
        text = (self.learner.stub(exercise) if step.path.startswith("exercises/")
                else self.checkout.read(step.path))
        if step.old:
            if step.old not in text:
                raise Mistake(f"{step.path} has no {step.old}")
            text = text.replace(step.old, step.new, 1)
        self.learner.file(exercise).write_text(text)

    def solved(self, step):
        for name in step.names:
            solution = self.root / "solutions" / f"{name}.cu"
            self.learner.file(name).write_bytes(solution.read_bytes())
            self.printed(f"verify {name}")

    def picture(self, step):
        """The SVG of a terminal."""
        lines = self.in_a_terminal(step.command, step.columns, step.rows or 200, step.keys)
        return svg.picture(f"./lockstep {step.command}", [terminal.runs(line) for line in lines],
                           columns=step.columns)

    def screen(self, step):
        """The content of a block."""
        if not step.keys:
            return self.printed(step.command)
        lines = self.in_a_terminal(step.command, 200, 50, step.keys)
        plain = ["".join(text for text, _ in terminal.runs(line)) for line in lines]
        return self.fence(step.command, "\n".join(plain))


class KIND(Kind):
    name = "screens"
    summary = "what the tutor shows, as texts and as pictures of a terminal"
    reads = "by digest: the tutor's and graders' sources, course.toml, answers"
    writes = "pages, below `book screen COMMAND`; docs/screens/"
    needs = "to update: ./lockstep built, tmux, nvcc; some minutes"
    words = ("answer", "solved", "picture", "screen", "screens")

    def pages(self, checkout):
        pages = (ScreenPage(checkout, page) for page in checkout.pages)
        return [page for page in pages if page.steps or page.recorded is not None]

    def check(self, checkout):
        problems = []
        for page in self.pages(checkout):
            problems += page.problems
            digest = page.digest(Learner(checkout.root, []).stub_name)
            if page.recorded != digest:
                problems.append(Problem(
                    page.path, page.digest_line, "what its screens are made from has changed",
                    (f"-{page.recorded}", f"+{digest}"), stale=True))
        return problems

    def update(self, checkout):
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
        changed, problems = [], []
        for page in self.pages(checkout):
            problems += page.problems
            if page.problems:
                continue
            with Learner(checkout.root, page.exercises()) as learner:
                contents = self.perform(page, Session(checkout, learner), changed, problems)
            page.rewrite(contents, Learner(checkout.root, []).stub_name)
            changed.append(page.path)
        return changed, problems

    @staticmethod
    def perform(page, session, changed, problems):
        """Takes a page's steps; returns the contents of its blocks."""
        contents = []
        for step in page.steps:
            print(step.marker.word, step.marker.arguments, file=sys.stderr)
            try:
                made = getattr(session, step.marker.word)(step)
            except Mistake as mistake:
                problems.append(Problem(page.path, step.marker.line, str(mistake)))
                continue
            if step.marker.word == "screen":
                contents.append((step.marker, made))
            elif step.marker.word == "picture":
                path = page.picture_path(step)
                write(path, made)
                changed.append(path)
        return contents
