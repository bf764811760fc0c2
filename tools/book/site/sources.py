"""Pages that show source files highlighted, and pages that list folders."""
import posixpath

from . import course, links, markdown, repository


LANGUAGES = {".cu": "cuda", ".cuh": "cuda", ".cpp": "cpp", ".hpp": "cpp", ".h": "cpp",
             ".def": "cpp", ".py": "python", ".sh": "sh", ".toml": "toml", ".build": "meson",
             ".json": "json", ".yml": "yaml"}
# Without `search`, the words of a thousand lines of code would bury the lessons.
FRONT = "---\nsearch:\n  exclude: true\nhide:\n  - navigation\n  - toc\n---\n\n"


def always_shown():
    """What has a page even if no lesson links to it: all that learners read and edit."""
    folders = ("chapters/", "exercises/", "solutions/", "common/include/")
    return [name for name in repository.files()
            if name.startswith(folders) and posixpath.splitext(name)[1] in LANGUAGES]


def trail(name, page, to):
    """The path of a file or folder, each folder a link to its list."""
    parts = name.split("/")
    shown = []
    for depth in range(1, len(parts)):
        folder = "/".join(parts[:depth])
        goal = posixpath.relpath(f"{folder}/index.md", posixpath.dirname(page))
        shown.append(f"[{parts[depth - 1]}]({goal})" if to.shows(folder) else parts[depth - 1])
    return " / ".join([*shown, f"**{parts[-1]}**"])


def source_page(name, to):
    """The page of one source file. An exercise is shown as it was delivered."""
    folder, base = posixpath.split(name)
    stem, kind = posixpath.splitext(name)
    exercise = stem.removeprefix("exercises/") if name.startswith("exercises/") else None
    known = {one.name for one in course.exercises()}
    code = repository.stub(exercise) if exercise in known else repository.text(name)
    language = LANGUAGES.get(kind, "text")
    if not code.strip():
        return f"{FRONT}# {base}\n\n{trail(name, links.page_of(name), to)}\n\nThe file is empty.\n"
    return (f"{FRONT}# {base}\n\n{trail(name, links.page_of(name), to)}\n\n"
            + markdown.fenced(code, language, 'linenums="1"'))


def first_words(name):
    """What a source says of itself: the first sentence of the comment it opens with."""
    if posixpath.splitext(name)[1] not in LANGUAGES:
        return ""
    comment, _ = course.opening(repository.text(name).removeprefix("#!/bin/sh\n"))
    words = " ".join(comment.split("\n\n")[0].split())
    words = words.split(". ")[0].rstrip(".")
    return escaped(words if len(words) < 160 else "")


def escaped(words):
    """Words as Markdown that shows them as they are."""
    return "".join("\\" + c if c in "\\`*_[]|#{}" else c for c in words).replace("<", "&lt;")


def folder_page(name, to):
    """A list of a folder's files, and of its folders that have pages."""
    inside = [one for one in repository.files() if posixpath.dirname(one) == name]
    below = sorted(one for one in repository.folders()
                   if posixpath.dirname(one) == name and to.shows(one))
    base = posixpath.basename(name)
    page = f"{name}/index.md"
    lines = [f"{FRONT}# {base}\n", trail(name, page, to) + "\n"]
    for one in below:
        lines.append(f"- [{posixpath.basename(one)}/]({posixpath.basename(one)}/index.md)")
    for one in inside:
        shown = posixpath.basename(one)
        words = first_words(one)
        goal = posixpath.relpath(links.page_of(one), name)
        link = f"[{shown}]({goal})" if to.shows(one) else f"`{shown}`"
        lines.append(f"- {link}{': ' + words if words else ''}")
    return "\n".join(lines) + "\n"
