"""What moves on a page of the book, in place of a picture that stands still.

    <!-- book scene NAME
    show 02_warp_divergence/demo --size 64: by thread
    show ...
    at diverge
    panels source warps
    picture ../../docs/pictures/NAME.svg: what is to be seen, in words
    -->

A launch of a chapter's program in the viewer (tools/viewer), recorded whenever the book is built.
`show` names a program and the options of `./lockstep view`, those of the program behind `--`; with
several, each with a label behind its last colon, the reader chooses. `at`: the first step shown,
an event (conflict, scattered, diverge, reconverge, barrier, atomic, fence, reach, finding) or
`line N`. `panels`: those to show, of source, warps, memory, barrier, cluster, findings, costs,
lane, timeline, tree and compare. The block holds the picture, which the site shows in print, and to
those who run no scripts; without a picture it holds the command that shows the first launch.

    <!-- book calculator occupancy -->

The occupancy calculator; the page itself has a table for print.
"""
import dataclasses
import re
import shlex

from ..kind import PageKind
from ..markers import Mistake

EVENTS = {"conflict", "scattered", "diverge", "reconverge", "barrier", "atomic", "fence",
          "reach", "finding"}
PANELS = {"source", "warps", "memory", "barrier", "cluster", "findings", "costs", "lane", "timeline",
          "tree", "compare"}


@dataclasses.dataclass
class Show:
    """A recording: a program (chapter, name), options of `view`, arguments of its own, a label."""
    chapter: str
    program: str
    options: list
    arguments: list
    label: str

    @property
    def target(self):
        """The program, from the build folder."""
        return f"chapters/{self.chapter}/{self.chapter}_{self.program}"

    @property
    def command(self):
        return shlex.join(["./lockstep", "view", *self.options, f"build/{self.target}",
                           *self.arguments])


@dataclasses.dataclass
class Scene:
    name: str
    shows: list = dataclasses.field(default_factory=list)
    at: str = ""
    panels: list = dataclasses.field(default_factory=list)
    picture: str = ""
    words: str = ""


def show_from(text, at):
    found = re.fullmatch(r"(\w+)/(\w+)((?: [^:]+?)?)(?:: (.+))?", text)
    if not found:
        raise Mistake(f"show takes CHAPTER/PROGRAM OPTIONS: LABEL, not '{text}'", at)
    options, _, arguments = found[3].partition(" -- ")
    return Show(found[1], found[2], options.split(), arguments.split(), found[4] or "")


def scene_from(arguments):
    """The Scene that a marker describes; raises Mistake."""
    lines = arguments.split("\n")
    scene = Scene(lines[0].strip())
    if not re.fullmatch(r"[\w-]+", scene.name):
        raise Mistake("a scene needs a name of letters, digits, _ and -")
    for at, line in enumerate(lines[1:], 1):
        word, _, rest = line.strip().partition(" ")
        if word == "show":
            scene.shows.append(show_from(rest, at))
        elif word == "at" and (rest in EVENTS or re.fullmatch(r"line \d+", rest)):
            scene.at = rest
        elif word == "panels" and rest and PANELS.issuperset(rest.split()):
            scene.panels = rest.split()
        elif word == "picture" and ": " in rest:
            scene.picture, _, scene.words = rest.partition(": ")
        elif scene.words and word:  # the picture's words go on
            scene.words += "\n" + line.strip()
        else:
            raise Mistake(f"a scene has no line '{line.strip()}'", at)
    if not scene.shows:
        raise Mistake("a scene needs a line `show`")
    if len(scene.shows) > 1 and not all(one.label for one in scene.shows):
        raise Mistake("where there is a choice, each `show` needs a label")
    return scene


class KIND(PageKind):
    name = "scenes"
    summary = "what moves on a page of the site"
    reads = "the chapters' programs, when the site is built"
    writes = "pages, below `book scene NAME`: what stands still"
    words = ("scene", "calculator")
    instructions = ("calculator",)

    def content(self, marker, checkout):
        scene = scene_from(marker.arguments)
        if scene.picture:
            return f"![{scene.words}]({scene.picture})"
        return f"```sh\n{scene.shows[0].command}\n```"
