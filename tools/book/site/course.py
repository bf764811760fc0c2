"""The course as course.toml has it."""
import dataclasses
import functools
import re
import tomllib

from . import repository


@dataclasses.dataclass
class Chapter:
    name: str   # 05_reduction
    title: str  # Parallel reduction

    @property
    def number(self):
        return self.name[:2]

    @property
    def lesson(self):
        return f"chapters/{self.name}/README.md"


@dataclasses.dataclass
class Exercise:
    name: str  # 05_reduction/ragged
    title: str
    properties: list
    hints: list
    lesson: str  # a section of the chapter's lesson (its anchor), or a page of it; may be empty
    learned: str = ""  # one sentence to remember

    @property
    def chapter(self):
        return self.name.split("/")[0]

    @property
    def stub(self):
        return f"exercises/{self.name}.cu"

    @property
    def solution(self):
        return f"solutions/{self.name}.cu"

    @property
    def page(self):
        return f"exercises/{self.name}.md"


@functools.cache
def manifest():
    return tomllib.loads(repository.text("course.toml"))


@functools.cache
def chapters():
    return [Chapter(one["name"], one["title"]) for one in manifest()["chapter"]]


@functools.cache
def exercises():
    return [Exercise(one["name"], one["title"], one.get("properties", []), one.get("hints", []),
                     one.get("lesson", ""), one.get("learned", ""))
            for one in manifest()["exercise"]]


def forget():
    """Reads the manifest anew, the next time."""
    for one in (manifest, chapters, exercises):
        one.cache_clear()


def exercises_of(chapter):
    return [one for one in exercises() if one.chapter == chapter.name]


def opening(source):
    """(the comment that a source opens with, as text; the code behind it)."""
    lines = source.splitlines(keepends=True)
    end = next((at for at, line in enumerate(lines) if not line.startswith("//")), len(lines))
    comment = "".join(re.sub(r"^// ?", "", line) for line in lines[:end])
    return comment, "".join(lines[end:])
