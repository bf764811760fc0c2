"""The checkout that a command works on: its pages, its data, and the names of what is built.

All names of programs and folders that more than one part of the package needs stand here.
"""
import functools
import os
import pathlib

from . import markers

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The program of a chapter that the book shows: it has the tables and the options.
HEADLINE = "experiment"
PAGES = ["*.md", "docs/*.md", "docs/decisions/*.md", "chapters/*/*.md", "tools/*/README.md"]


class Missing(Exception):
    """Something that a kind needs is not there."""


class Page:
    """A Markdown file and its markers."""

    def __init__(self, path):
        self.path = path
        self.text = path.read_text(encoding="utf-8")
        self.lines = self.text.split("\n")
        self.markers, self.problems = markers.parse(self.text)

    def body(self, marker):
        return marker.body(self.lines)


class Checkout:
    """`only`: the pages to look at, instead of all."""

    def __init__(self, root=ROOT, build=None, only=()):
        self.root = pathlib.Path(root)
        self.build = pathlib.Path(build or os.environ.get("LOCKSTEP_BUILD")
                                  or self.root / "build").resolve()
        self.only = [pathlib.Path(name).resolve() for name in only]
        self.docs = self.root / "docs"
        self.data = self.docs / "data"

    @functools.cached_property
    def pages(self):
        paths = self.only or sorted(path for pattern in PAGES for path in self.root.glob(pattern))
        return [Page(path) for path in paths]

    def forget_pages(self):
        """They have been written: the next kind must not begin with what stood there before."""
        self.__dict__.pop("pages", None)

    def name(self, path):
        """A path as messages show it: from the root."""
        return os.path.relpath(path, self.root)

    def read(self, name):
        """The text of a file, by its path from the root; raises markers.Mistake."""
        try:
            return (self.root / name).read_text(encoding="utf-8")
        except OSError as error:
            raise markers.Mistake(f"cannot read {name}: {error.strerror}") from error

    def built(self, name):
        """The path of something in the build folder; raises Missing."""
        path = self.build / name
        if not path.exists():
            raise Missing(f"{path} is not there. Build it: ninja -C {self.build} {name}")
        return path

    @property
    def tutor(self):
        return self.built("tools/tutor/lockstep-tutor")

    @property
    def emulator(self):
        """The emulator's library."""
        return self.built("tools/emulator/src/libcudart.so.13")

    def program(self, chapter, name=HEADLINE):
        """A program of a chapter: program("07_dynamic_parallelism", "hello")."""
        return self.built(f"chapters/{chapter}/{chapter}_{name}")

    def environment(self):
        """For the tutor and programs: without settings of the reader's own."""
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith("LOCKSTEP_")}
        return {**kept, "LOCKSTEP_ROOT": str(self.root), "LOCKSTEP_BUILD": str(self.build),
                "NO_COLOR": "1"}

    def emulated(self):
        """For a program that is run without the tutor: on the emulator."""
        return {**self.environment(), "LD_LIBRARY_PATH": str(self.emulator.parent)}
