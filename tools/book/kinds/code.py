"""Code in pages, taken from the sources, so that none of it is a copy that can go stale.

    <!-- book code common/include/lockstep/reduction/03_interleaved.cuh: for (unsigned stride -->

The path starts at the root. Behind the colon stands a text that exactly one line of the file
contains: the excerpt begins there and ends where what that line opens is closed (the next line that
is indented no deeper, if there is more than one line). Other forms:

    PATH                        the whole file below the comment that it opens with
    PATH: TEXT ... TEXT         from the line with the first text to the next with the second
    PATH: TEXT +2               this line and the next two
"""
import re

from .. import stubs
from ..kind import PageKind
from ..markers import Mistake


def indent(line):
    return len(line) - len(line.lstrip(" "))


def only_line(lines, text, path, first=0):
    """The number of the one line with this text; from `first` on, of the next with it."""
    found = [at for at, line in enumerate(lines) if at >= first and text in line]
    if not found:
        raise Mistake(f"{path} has no line with '{text}'")
    if len(found) > 1 and first == 0:
        raise Mistake(f"{path} has '{text}' on lines {', '.join(str(at + 1) for at in found)}: "
                      "name one of them by a longer text")
    return found[0]


def last_line(lines, begin):
    """Where an excerpt ends whose first line opens something."""
    if lines[begin].rstrip().endswith(";") or begin + 1 == len(lines):
        return begin
    for at in range(begin + 1, len(lines)):
        if lines[at].strip() and indent(lines[at]) <= indent(lines[begin]):
            return at if lines[at].strip().startswith(("}", ")", "]")) else at - 1
    return len(lines) - 1


def excerpt(source, anchor, path):
    """The lines of a source that an anchor names, moved to the left."""
    lines = source.rstrip("\n").split("\n")
    if not anchor:
        begin = next((at for at, line in enumerate(lines) if not line.startswith("//")), 0)
        end = len(lines) - 1
    elif more := re.fullmatch(r"(.+) \+(\d+)", anchor):
        begin = only_line(lines, more[1], path)
        end = min(begin + int(more[2]), len(lines) - 1)
    elif " ... " in anchor:
        first, _, second = anchor.partition(" ... ")
        begin = only_line(lines, first, path)
        end = only_line(lines, second, path, begin + 1)
    else:
        begin = only_line(lines, anchor, path)
        end = last_line(lines, begin)
    chosen = lines[begin:end + 1]
    left = min((indent(line) for line in chosen if line.strip()), default=0)
    return "\n".join(line[left:] for line in chosen).strip("\n")


def source(checkout, path):
    """The text of a source. An exercise is taken as it was delivered, not as it has been edited."""
    exercise = re.fullmatch(r"exercises/(.+)\.cu", path)
    return stubs.stub(checkout.root, exercise[1]) if exercise else checkout.read(path)


class KIND(PageKind):
    name = "code"
    summary = "excerpts of the sources"
    reads = "any source"
    writes = "pages, below `book code PATH: TEXT`"
    words = ("code",)

    def content(self, marker, checkout):
        path, _, anchor = marker.arguments.partition(": ")
        return f"```cpp\n{excerpt(source(checkout, path), anchor.strip(), path)}\n```"
