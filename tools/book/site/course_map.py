"""The course map: every chapter with its question, its pages and its exercises, on one page.

Where `./lockstep docs --serve` shows the book, assets/course-map.js marks the exercises that the
learner has passed: the server reads them from .lockstep/progress.json of this checkout. Nothing is
sent anywhere, and elsewhere the map has no marks.
"""
import html
import json
import posixpath

from . import contents, course, links, markdown, repository

PAGE = "reference/map.md"
ADDRESS = "progress.json"  # where the server answers with the learner's progress
FILE = ".lockstep/progress.json"


def question(lesson):
    """The paragraph that a lesson opens with."""
    paragraphs = (one.strip() for one in repository.text(lesson).split("\n\n"))
    return " ".join(next((one for one in paragraphs if one and not one.startswith("#")), "").split())


def link(title, page):
    goal = posixpath.relpath(page, posixpath.dirname(PAGE))
    return f"[{title}]({goal})"


def pages_of(chapter):
    """Links to a chapter's further pages."""
    return [link(markdown.title(repository.text(name)).removeprefix(f"{chapter.number} "),
                 links.page_of(name)) for name in contents.further_pages(chapter)]


def in_order():
    """The names of all exercises in the order in which the tutor goes through them."""
    first = course.manifest()["course"].get("first", [])
    return first + [one.name for one in course.exercises() if one.name not in first]


def item(exercise):
    return (f'<li data-exercise="{html.escape(exercise.name)}" '
            f'data-place="{in_order().index(exercise.name)}" markdown="span">'
            f"{link(exercise.title, exercise.page)}</li>")


def section(chapter):
    lesson = link(f"{chapter.number} {chapter.title}", links.page_of(chapter.lesson))
    parts = [f"## {lesson}", question(chapter.lesson)]
    if pages := pages_of(chapter):
        parts.append("Further pages: " + " · ".join(pages))
    items = "\n".join(map(item, course.exercises_of(chapter)))
    return "\n\n".join([*parts, f'<ul class="course-map" markdown="block">\n{items}\n</ul>'])


def page():
    """The Markdown of the map; its links are those of the staged page."""
    up = posixpath.relpath(ADDRESS, posixpath.dirname(PAGE))
    return "\n\n".join([
        "# The course map",
        f"{len(course.chapters())} chapters and {len(course.exercises())} exercises. Each chapter "
        "builds on those before it.",
        f'<p class="course-progress" data-progress="{up}" markdown="span">To see here which '
        "exercises you have passed, read the book with `./lockstep docs --serve`.</p>",
        *map(section, course.chapters()),
    ]) + "\n"


def progress(root=repository.ROOT):
    """What the map shows of the learner's progress, as JSON: the state of each exercise that was
    tried. A file that is missing or damaged is no progress."""
    try:
        kept = json.loads((root / FILE).read_text(encoding="utf-8"))["exercises"]
        now = {before: one["name"] for one in course.manifest()["exercise"]
               for before in one.get("formerly", []) if one["name"] not in kept}
        states = {now.get(name, name): "passed" if one.get("passed") else "begun" for name, one in kept.items()
                  if one.get("passed") or one.get("attempts")}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        states = {}
    return json.dumps({"exercises": states})
