"""The one grammar of the markers in Markdown pages.

    <!-- book WORD ARGUMENTS -->          a block: what stands up to the end is generated
    ...
    <!-- end -->

    <!-- book WORD ARGUMENTS -->          an instruction: nothing is generated here

A marker begins in the first column. Its arguments may go on over several lines, up to `-->` at the
end of a line. A marker is a block if the next comment of this grammar is an end; blocks do not
nest. Markers in fenced code are text.

A generated body is set off by an empty line above and below, so that Markdown begins anew there.
"""
import dataclasses
import re
import typing

BEGIN = re.compile(r"^<!-- book (?P<word>[a-z_]+)(?=\s)(?P<arguments>.*)$")
END = "<!-- end -->"
CLOSE = "-->"
FENCE = re.compile(r"^\s*(?P<fence>`{3,}|~{3,})(?P<rest>.*)$")


class Mistake(Exception):
    """What an author must correct; `line` counts from the marker's first line, which is 0."""

    def __init__(self, message, line=0):
        super().__init__(message)
        self.line = line


@dataclasses.dataclass(frozen=True)
class Marker:
    word: str
    arguments: str  # without the spaces around them; line k is line k of the comment
    first: int      # line of the page with the comment's begin; 0 is the page's first line
    last: int       # and with its end
    end: typing.Optional[int] = None  # line of <!-- end -->; None for an instruction

    @property
    def line(self):
        """As an editor counts."""
        return self.first + 1

    def body(self, lines):
        """The text between the marker and its end."""
        return "".join(line + "\n" for line in lines[self.last + 1:self.end])


def framed(content):
    """The body of a block with this content."""
    return "\n" + content.strip("\n") + "\n\n"


def parse(text):
    """(markers, problems): the markers of a page in its order, and pairs (line, what is wrong)."""
    lines = text.split("\n")
    markers, problems, fence, at = [], [], "", 0
    while at < len(lines):
        line = lines[at]
        if fence:
            if closes(line, fence):
                fence = ""
        elif found := FENCE.match(line):
            fence = found["fence"]
        elif line.rstrip() == END:
            if markers and markers[-1].end is None:
                markers[-1] = dataclasses.replace(markers[-1], end=at)
            else:
                problems.append((at + 1, f"no marker stands before this {END}"))
        elif begin := BEGIN.match(line):
            last = next((k for k in range(at, len(lines)) if lines[k].rstrip().endswith(CLOSE)),
                        None)
            if last is None:
                problems.append((at + 1, f"the marker has no end: {CLOSE}"))
                break
            arguments = "\n".join([begin["arguments"], *lines[at + 1:last + 1]]).rstrip()
            markers.append(Marker(begin["word"], arguments[:-len(CLOSE)].strip(), at, last))
            at = last
        at += 1
    return markers, problems


def closes(line, fence):
    """Whether this line ends the code that `fence` began."""
    found = FENCE.match(line)
    return bool(found and found["fence"].startswith(fence) and not found["rest"].strip())


def fill(text, bodies):
    """The page with these bodies: pairs (marker, body)."""
    lines = text.split("\n")
    for marker, body in sorted(bodies, key=lambda pair: pair[0].first, reverse=True):
        lines[marker.last + 1:marker.end] = body.split("\n")[:-1]
    return "\n".join(lines)
