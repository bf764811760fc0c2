"""Markdown as this repository writes it: which parts of a page are code, its headings, its links."""
import re
import unicodedata

FENCED = r"^(?P<indent>[ ]*)(?P<fence>`{3,}|~{3,})[^\n]*\n(?:.*?\n)??(?P=indent)(?P=fence)[ ]*$"
SPAN = r"(?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)"
COMMENT = r"<!--.*?-->"
CODE = re.compile(f"{FENCED}|{SPAN}", re.MULTILINE | re.DOTALL)
SKIPPED = re.compile(f"{FENCED}|{SPAN}|{COMMENT}", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(\]\()(<[^>]*>|[^()\s]+)((?:\s+\"[^\"]*\")?\))")


def outside_code(text, change):
    """The text with `change(piece, position)` made of all that is neither code nor comment."""
    result, at = [], 0
    for skipped in SKIPPED.finditer(text):
        result.append(change(text[at:skipped.start()], at))
        result.append(skipped.group())
        at = skipped.end()
    result.append(change(text[at:], at))
    return "".join(result)


def without_comments(text):
    """The text without HTML comments; those in code are text, and stay."""
    both = re.compile(f"{FENCED}|{SPAN}|(?P<comment>{COMMENT}\n?)", re.MULTILINE | re.DOTALL)
    return both.sub(lambda m: "" if m["comment"] else m.group(), text)


def slug(heading):
    """The anchor of a heading, as code hosts and the generator make it."""
    heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    heading = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())


def headings(text):
    """(level, text, offset) of each heading outside code."""
    found = []

    def collect(piece, start):
        for match in re.finditer(r"^(#{1,6}) +(.+?) *#* *$", piece, re.MULTILINE):
            found.append((len(match[1]), match[2], start + match.start()))
        return piece

    # A heading may hold code, which is not to be cut out of it.
    fences_only = re.compile(FENCED, re.MULTILINE | re.DOTALL)
    blanked = fences_only.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
    collect(blanked, 0)
    return found


def title(text):
    """The page's first heading of level 1, without its marks of code."""
    for level, heading, _ in headings(text):
        if level == 1:
            return heading.replace("`", "")
    return ""


def with_room_for_lists(text):
    """A blank line before each list that follows its paragraph without one: code hosts begin a
    list there, the generator does not."""
    item = re.compile(r"^(?=[-*] |1\. )(?<=[^\n]\n)", re.MULTILINE)

    def change(piece, _):
        return item.sub(lambda m: "" if continues(piece, m.start()) else "\n", piece)

    return outside_code(text, change)


def continues(piece, at):
    """Whether the line before `at` is of a list itself, or of none: a heading, a table."""
    before = piece[:at].rstrip("\n").rpartition("\n")[2]
    return re.match(r"\s|[-*] |\d+\. |#|\||$", before) is not None


def fenced(code, language="", options=""):
    """A fence around the code that is longer than any in it."""
    longest = max((len(run) for run in re.findall(r"`+", code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}{' ' + options if options else ''}\n{code.rstrip()}\n{fence}\n"


def indented(text, by=4):
    return "".join(" " * by + line if line.strip() else line
                   for line in text.splitlines(keepends=True))
