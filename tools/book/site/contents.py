"""What the book consists of, in the order of its navigation."""
import re

from .. import translations
from . import course, links, markdown, repository


# (title, pages): a page is a file of the repository, or a page that is made (with its title).
# A file that is not there, or not yet, is left out.
START = ["docs/first-exercise.md", ("The course map", "reference/map.md"), "docs/machine.md",
         "docs/tutor.md", "docs/when-something-is-wrong.md", "docs/places.md"]
WORKBENCH = ["docs/workbench.md", "docs/ci.md", "docs/clock.md", "docs/occupancy.md", "docs/profilers.md", "docs/bench.md"]
REFERENCE = [("The command line", "reference/commands.md"), ("Metrics", "reference/metrics.md"),
             "docs/glossary.md", "docs/checks.md", "docs/counters.md", "docs/truth.md",
             "docs/since-fermi.md", "docs/in-print.md", "docs/emulator-coverage.md",
             "docs/interfaces.md", ("Help pages", "reference/help.md"),
             ("Changes", "CHANGELOG.md")]
INSTRUCTORS = [("Marking a class", "reference/instructors.md"), "docs/instructors.md"]
AUTHORS = ["docs/authoring.md", "CONTRIBUTING.md", "tools/emulator/README.md",
           "tools/tutor/README.md", "tools/viewer/README.md", "tools/book/README.md"]
FRONT = "docs/front.md"  # the page that the site opens with


def entry(page):
    """One page in the navigation: {title: staged page}."""
    if isinstance(page, tuple):
        return {page[0]: links.page_of(page[1])}
    return {markdown.title(repository.text(page)): links.page_of(page)}


def entries(pages):
    return [entry(page) for page in pages
            if isinstance(page, tuple) or page in repository.files()]


def more():
    """Pages of docs/ that no list above names: they go to the reference."""
    named = {page if isinstance(page, str) else page[1]
             for pages in (START, WORKBENCH, REFERENCE, INSTRUCTORS, AUTHORS) for page in pages}
    return [name for name in repository.files()
            if name.startswith("docs/") and name.endswith(".md") and name.count("/") == 1
            and name not in named and name != FRONT and not translations.language_of(name)]


def further_pages(one):
    """Further pages of a chapter's folder, in the order in which its lesson first links to them;
    the reference page comes last."""
    folder = f"chapters/{one.name}/"
    names = [name for name in repository.files()
             if name.startswith(folder) and name.endswith(".md") and name != one.lesson
             and not translations.language_of(name)]
    words = repository.text(one.lesson)

    def place(name):
        page = name.removeprefix(folder)
        return page == "reference.md", f"({page}" not in words, words.find(f"({page}"), name
    return sorted(names, key=place)


def chapter(one):
    """A chapter: its lesson, further pages of its folder, its exercises."""
    pages = [{f"{one.number} {one.title}": links.page_of(one.lesson)},
             *entries(further_pages(one))]
    pages += [{exercise.title: exercise.page} for exercise in course.exercises_of(one)]
    return {f"{one.number} {one.title}": pages}


def translated():
    """A section for each language that pages have been translated into."""
    names = [name for name in pages() if translations.language_of(name)]
    codes = sorted({translations.language_of(name) for name in names})
    return [{translations.LANGUAGES.get(code, code):
             [entry(name) for name in names if translations.language_of(name) == code]}
            for code in codes]


def decisions():
    return sorted(name for name in repository.files() if name.startswith("docs/decisions/"))


def decision_title(page):
    """(number, title): the pages number themselves in several ways."""
    number = page.rsplit("/", 1)[1][:3]
    return number, re.sub(r"^\d+[.:] *", "", markdown.title(repository.text(page)))


def decision(page):
    return {" ".join(decision_title(page)): page}


def navigation():
    """The whole of it, as the generator takes it."""
    return [
        {"Start here": [{"Lockstep": "index.md"}, *entries(START)]},
        {"Chapters": [chapter(one) for one in course.chapters()]},
        {"Workbench": entries(WORKBENCH)},
        {"Reference": entries(REFERENCE) + entries(more())},
        {"For instructors": entries(INSTRUCTORS)},
        {"For authors": entries(AUTHORS)},
        {"Decisions": [{"All decisions": "docs/decisions/index.md"}, *map(decision, decisions())]},
        *translated(),
    ]


def pages():
    """The Markdown files of the repository that are pages of the book."""
    return [name for name in repository.files()
            if name.endswith(".md") and translations.original_of(name) not in ("README.md", FRONT)
            and not name.startswith("tools/emulator/tests/")]
