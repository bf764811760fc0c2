"""Lays out the pages of the book as the generator wants them, in a folder of their own."""
import os
import pathlib
import posixpath
import re
import shutil

from .. import translations
from . import (captions, contents, course, course_map, exercises, formulas, links, markdown,
               reference, repository, scenes, sources, whole_book)


HERE = pathlib.Path(__file__).resolve().parent


class Stage:
    """The pages of one build."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.links = links.Links()
        self.scenes = scenes.Scenes(self.folder)
        self.written = set()
        self.shown = set(sources.always_shown())  # files with a page of their own
        self.folders = set()

    def shows(self, name):
        """Whether a file or folder of the repository has a page."""
        return name in self.shown or name in self.folders or links.page_of(name) in self.written

    def to(self, path, anchor, page):
        return self.links.to(path, anchor, page)

    def write(self, page, text):
        path = self.folder / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        self.written.add(page)

    def write_markdown(self, page, text, source, end=""):
        """A page of Markdown, whose links are those of `source`, a path in the repository; at
        its end what is made for the page, with links of its own."""
        text = self.links.rewrite(with_languages(text, source), source, page)
        text = captions.rewrite(text, page, self.links)
        text = markdown.with_room_for_lists(self.scenes.rewrite(text, source, page))
        text = markdown.without_comments(text)
        self.write(page, formulas.rewrite(text) + end)

    def chapter_pages(self):
        for chapter in course.chapters():
            page = links.page_of(chapter.lesson)
            self.write_markdown(page, repository.text(chapter.lesson), chapter.lesson,
                                "\n" + exercises.list_of(chapter, page))
            for one in course.exercises_of(chapter):
                self.write(one.page, exercises.page(one, chapter, self))

    def reference_pages(self):
        made = {"commands": reference.commands_page, "metrics": reference.metrics_page,
                "help": reference.topics_page, "instructors": reference.instructors_page}
        for name, make in made.items():
            self.write_markdown(f"reference/{name}.md", make(), "README.md")
        self.write(course_map.PAGE, course_map.page())
        self.write(whole_book.PAGE, "")  # written when the other pages are built

    def decisions_page(self):
        lines = ["# Decisions\n", "Why things are as they are: a page for each choice that a "
                 "newcomer would question.\n"]
        for name in contents.decisions():
            number, title = contents.decision_title(name)
            lines.append(f"- {number} [{sources.escaped(title)}]({posixpath.basename(name)})")
        self.write("docs/decisions/index.md", "\n".join(lines) + "\n")

    def source_pages(self):
        """Pages of the sources and folders that others link to, and pictures.

        A folder that is linked shows all its files; folders above a file that is shown have a
        page, too, so that one can go up from it.
        """
        linked = self.links.needed & repository.folders()
        self.shown |= {one for one in repository.files() if posixpath.dirname(one) in linked}
        self.shown |= self.links.needed - repository.folders() - {"."}
        self.folders = linked | {folder for one in self.shown for folder in above(one)}
        for name in sorted(self.shown):
            page = links.page_of(name)
            if posixpath.splitext(name)[1] in links.PICTURES:
                self.copy(name, page)
            elif page not in self.written:
                self.write(page, sources.source_page(name, self))
        for name in sorted(self.folders):
            if links.page_of(name) not in self.written:
                self.write(links.page_of(name), sources.folder_page(name, self))

    def copy(self, name, page):
        path = self.folder / page
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(repository.ROOT / name, path)
        self.written.add(page)

    def all(self):
        """Everything; returns what is wrong with links, one text each."""
        if self.folder.exists():
            shutil.rmtree(self.folder)
        for name in contents.pages():
            if not name.startswith("chapters/") or not name.endswith("/README.md"):
                self.write_markdown(links.page_of(name), repository.text(name), name)
        self.chapter_pages()
        self.reference_pages()
        self.decisions_page()
        self.write_markdown("index.md", repository.text(contents.FRONT), contents.FRONT)
        for chapter in course.chapters():
            self.links.needed |= {f"exercises/{chapter.name}", f"solutions/{chapter.name}"}
        self.source_pages()
        shutil.copytree(HERE / "assets", self.folder / "assets", dirs_exist_ok=True)
        scenes.write_scripts(self.folder)
        return self.links.dead


def with_languages(text, source):
    """The page with a line below its title that leads to it in its other languages."""
    line = " · ".join(language if name == source else f"[{language}]({posixpath.basename(name)})"
                      for language, name in translations.siblings(source, repository.files()))
    is_shown = translations.original_of(source) not in ("README.md", contents.FRONT)
    return re.sub(r"(?m)^(# .*\n)", rf"\1\n{line}\n", text, count=1) if line and is_shown else text


def above(name):
    """The folders that a file is in, from the nearest up."""
    while name := posixpath.dirname(name):
        yield name


def newest_change():
    """When a file that the book is made of was last written, in seconds."""
    return max(os.stat(repository.ROOT / name).st_mtime for name in repository.files())
