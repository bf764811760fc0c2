"""Links between files of the repository, made into links between pages of the site.

A page of the site lies where its source lies in the repository: `docs/checks.md` is
`docs/checks.html`, a folder's `README.md` its `index.html`, and `x.cuh`, shown highlighted, is
`x.cuh.html`. So the links that people follow in a plain view of the repository hold here, too.
"""
import pathlib
import posixpath
import re

from . import course, markdown, repository


# Pages that are made and have no file in the repository. Only the front page and pages that are made
# link to them.
MADE = {f"reference/{name}.md" for name in ("commands", "metrics", "help", "instructors", "map")}
MADE.add("whole-book.html")
PICTURES = {".svg", ".png", ".jpg", ".gif", ".webp"}


def page_of(name):
    """The page (a path in the staged folder) that shows a file or folder of the repository."""
    if name in ("", ".", "README.md"):
        return "index.md"
    if name in MADE:
        return name
    if name in repository.folders():
        return f"{name}/index.md"
    folder, base = posixpath.split(name)
    if base == "README.md":
        return f"{folder}/index.md"
    if name.endswith(".md"):
        return name
    if posixpath.splitext(name)[1] in PICTURES:
        return name
    return f"{name}.md"


def target(link, source):
    """(path in the repository, anchor) of a link in the file `source`; path None: not in it."""
    if re.match(r"[a-z][a-z0-9+.-]*:|//", link, re.IGNORECASE) or link.startswith("#"):
        return None, ""
    path, _, anchor = link.partition("#")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
    real = (repository.ROOT / path).resolve()  # through a chapter's link to common, too
    if pathlib.Path(repository.ROOT) in real.parents:
        path = str(real.relative_to(repository.ROOT))
    return path, anchor


def exercise_page(path):
    """An exercise's file is shown by its page, which has the task, the hints and the solution."""
    exercise = re.fullmatch(r"exercises/(.+)\.cu", path)
    known = exercise and any(one.name == exercise[1] for one in course.exercises())
    return f"exercises/{exercise[1]}.md" if known else path


def is_there(path):
    """Whether a link to this path of the repository leads somewhere."""
    return path == "." or path in MADE or path in repository.folders() | set(repository.files())


class Links:
    """Rewrites links, and remembers what they need: pages of sources and folders, pictures."""

    def __init__(self):
        self.needed = set()  # paths in the repository
        self.dead = []       # links that lead nowhere: "docs/x.md:3: ..."

    def rewrite(self, text, source, page):
        """The Markdown of the file `source`, with its links as the staged `page` needs them."""

        def change(piece, start):
            def one(match):
                link = match[2].strip("<>")
                path, anchor = target(link, source)
                if path is None:
                    return match.group()
                if not is_there(path):
                    line = text.count("\n", 0, start + match.start()) + 1
                    self.dead.append(f"{source}:{line}: there is no {path} (link to {link})")
                    return match.group()
                return match[1] + self.to(exercise_page(path), anchor, page) + match[3]

            return markdown.LINK.sub(one, piece)

        return markdown.outside_code(text, change)

    def to(self, path, anchor, page):
        """A relative link from the staged page to the page of a path in the repository."""
        if path in repository.folders() | set(repository.files()) | {"."}:
            self.needed.add(path)
        goal = posixpath.relpath(page_of(path), posixpath.dirname(page) or ".")
        line = re.fullmatch(r"L(\d+)", anchor)
        anchor = f"__codelineno-0-{line[1]}" if line else anchor
        return goal + ("#" + anchor if anchor else "")
