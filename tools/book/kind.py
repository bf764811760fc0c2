"""What all kinds of generated parts have in common.

A kind says which parts there are and what each should contain; checking and updating are the same
for all. Most kinds fill blocks of pages: they derive from PageKind and define `content`.
"""
import collections
import dataclasses
import difflib
import pathlib
import typing

from . import markers

SHOWN = 8  # lines of a difference that a message shows


@dataclasses.dataclass
class Part:
    """A generated part: a block of a page, or a whole file."""
    path: pathlib.Path
    old: typing.Optional[str]  # None: the file is not there
    new: str
    marker: typing.Optional[markers.Marker] = None  # of a block
    page: typing.Any = None

    def line(self):
        """The first line that differs, as an editor counts; of a block that differs."""
        pairs = zip((self.old or "").split("\n") + [""], self.new.split("\n") + [""])
        same = next((at for at, (old, new) in enumerate(pairs) if old != new), 0)
        return same + (self.marker.last + 2 if self.marker else 1)


@dataclasses.dataclass
class Problem:
    """Something stale or wrong. `evidence`: lines that show it."""
    path: pathlib.Path
    line: int  # 0: of the whole file
    message: str
    evidence: tuple = ()
    stale: bool = False  # an update corrects it


def difference(part):
    """The first lines that an update would remove (-) and add (+)."""
    if part.old is None:
        return ()
    lines = [line for line in difflib.unified_diff(part.old.split("\n"), part.new.split("\n"),
                                                   n=0, lineterm="")
             if not line.startswith(("---", "+++", "@@"))]
    more = [f"... and {len(lines) - SHOWN} lines more"] if len(lines) > SHOWN else []
    return (*lines[:SHOWN], *more)


class Kind:
    """A kind of generated parts. `reads`, `writes` and `needs` are words for `book --help`."""
    name = ""
    summary = ""
    reads = ""
    writes = ""
    needs = ""
    words = ()    # its words in markers
    slow = False  # left out by a `book check` that names no kinds

    @property
    def command(self):
        """What brings its parts up to date."""
        return f"tools/book/book update {self.name}"

    def parts(self, checkout):
        """Yields each Part, as it is and as it should be; a Problem where that is not known."""
        raise NotImplementedError

    def check(self, checkout):
        """Problems: what is stale or wrong. Changes nothing."""
        found = []
        for part in self.parts(checkout):
            if isinstance(part, Problem):
                found.append(part)
            elif part.old is None:
                found.append(Problem(part.path, 0, "is not there", stale=True))
            elif part.old != part.new:
                found.append(Problem(part.path, part.line(), "is out of date", difference(part),
                                     stale=True))
        return found

    def update(self, checkout):
        """(the files that were changed, problems that stay). Writes what is stale."""
        changed, problems, blocks = [], [], collections.defaultdict(list)
        for part in self.parts(checkout):
            if isinstance(part, Problem):
                problems.append(part)
            elif part.old == part.new:
                continue
            elif part.marker:
                blocks[part.path].append(part)
            else:
                write(part.path, part.new)
                changed.append(part.path)
        for path, stale in blocks.items():
            bodies = [(part.marker, part.new) for part in stale]
            write(path, markers.fill(stale[0].page.text, bodies))
            changed.append(path)
        if blocks:
            checkout.forget_pages()
        return changed, problems


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


class PageKind(Kind):
    """Fills blocks of pages."""
    instructions = ()  # of its words those that are no blocks

    def content(self, marker, checkout):
        """The text of a block, without the empty lines around it; raises markers.Mistake."""
        raise NotImplementedError

    def parts(self, checkout):
        for page in checkout.pages:
            for marker in page.markers:
                if marker.word not in self.words or marker.word in self.instructions:
                    continue
                try:
                    if marker.end is None:
                        raise markers.Mistake(f"this marker needs {markers.END} below it")
                    new = markers.framed(self.content(marker, checkout))
                except markers.Mistake as mistake:
                    yield Problem(page.path, marker.line + mistake.line, str(mistake))
                else:
                    yield Part(page.path, page.body(marker), new, marker, page)


class FileKind(Kind):
    """Generates whole files of one folder, all with the same suffix."""
    suffix = ""

    def folder(self, checkout):
        raise NotImplementedError

    def files(self, checkout):
        """Yields (name, text) of each file."""
        raise NotImplementedError

    def parts(self, checkout):
        folder, names = self.folder(checkout), set()
        for name, text in self.files(checkout):
            names.add(name)
            path = folder / name
            old = path.read_text(encoding="utf-8") if path.exists() else None
            yield Part(path, old, text)
        yield from leftovers(folder, self.suffix, names)


def leftovers(folder, suffix, names):
    """A Problem for each file of the folder that nothing generates."""
    for path in sorted(folder.glob(f"*{suffix}")):
        if path.name not in names:
            yield Problem(path, 0, "nothing generates this file: remove it")
