"""The source of each figure, in a line below it: the data behind a table or a plot, and what drew a
picture."""
import re

from .. import markers
from ..plots.lessons import PLOTS
from . import repository

IMAGE = re.compile(r"!\[[^\]]*\]\([^()]*/(?P<kind>plots|pictures)/(?P<name>\w+)\.svg\)")
PICTURES = "tools/book/pictures/"
CARD = re.compile(r"\bH[12]00\b")
DATE = re.compile(r"20\d\d-\d\d-\d\d")


def files(arguments):
    """The files of docs/data that a table is made from."""
    lines = [line.strip() for line in arguments.split("\n")]
    joined = [line.split()[1] for line in lines[1:] if line.startswith("join ")]
    return [f"docs/data/{name}" for name in dict.fromkeys([lines[0], *joined])
            if name.endswith(".csv")]


def recorded(name):
    """Where and when a file was recorded, in a few words, as its first line has it."""
    first = repository.text(name).partition("\n")[0]
    date = DATE.findall(first)[:1]
    if "/published_" in name:
        return "published"
    if "model of time" in first:
        return ", ".join(["model", *date])
    if "The emulator as" in first:
        return ", ".join(["emulator", *date])
    return ", ".join([*CARD.findall(first)[:1], *date])


def drawn_by(picture):
    """The module that draws a picture of docs/pictures, or None."""
    several = picture.rpartition("_")[0] + "_{"  # one module draws all that are numbered
    for name in repository.files():
        if name.startswith(PICTURES) and name.endswith(".py"):
            text = repository.text(name)
            if f'"{picture}"' in text or f'f"{several}' in text:
                return name
    return None


def caption(names, page, to):
    """The line below a figure. Files that were recorded alike share a bracket."""
    shown, before = [], ""
    for name in dict.fromkeys(names):
        if name not in repository.files():
            continue
        when = recorded(name) if name.endswith(".csv") else ""
        if shown and before and when != before:
            shown[-1] += f" ({before})"
        shown.append(f"[{name.rpartition('/')[2]}]({to.to(name, '', page)})")
        before = when
    if not shown:
        return []
    shown[-1] += f" ({before})" if before else ""
    return ["", f'<p class="book-source" markdown="span">Source: {", ".join(shown)}</p>', ""]


def of_image(match):
    """The file that a plot or a picture is made from, as a list."""
    if match["kind"] == "pictures":
        return [name for name in [drawn_by(match["name"])] if name]
    return [f"docs/data/{PLOTS[match['name']]['data']}"] if match["name"] in PLOTS else []


def rewrite(text, page, to):
    """The Markdown of a page, with a caption behind each table of measurements and each figure."""
    found, _ = markers.parse(text)
    lines = text.split("\n")
    behind = {marker.end: files(marker.arguments) for marker in found
              if marker.word == "table" and marker.end is not None}
    for match in IMAGE.finditer(text):
        behind.setdefault(text.count("\n", 0, match.end()), []).extend(of_image(match))
    for at in sorted(behind, reverse=True):
        lines[at + 1:at + 1] = caption(behind[at], page, to)
    return "\n".join(lines)
