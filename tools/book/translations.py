"""Pages in other languages: `README.zh.md` beside `README.md`.

A translated page has a marker in its first lines, with the digest of the text that was translated:

    <!-- book translation README.md 1f0c3a52b7d94e68 -->

Generated parts do not count: both pages take them from the same sources.
"""
import hashlib
import pathlib
import re

NAME = re.compile(r"(.+)\.([a-z]{2})\.md")
LANGUAGES = {"zh": "中文"}  # as their readers write them
ENGLISH = "English"


def language_of(name):
    """ "zh" of a page's name; empty: English."""
    match = NAME.fullmatch(pathlib.PurePath(name).name)
    return match[2] if match else ""


def original_of(name):
    """The name of the English page beside a page."""
    path = pathlib.PurePath(name)
    match = NAME.fullmatch(path.name)
    return str(path.with_name(f"{match[1]}.md")) if match else str(path)


def written_text(page):
    """What somebody wrote of a page: its text without what is generated."""
    kept, at = [], 0
    for marker in page.markers:
        if marker.end is not None:
            kept += page.lines[at:marker.last + 1]
            at = marker.end
    return "\n".join(line.rstrip() for line in kept + page.lines[at:])


def digest(page):
    return hashlib.sha256(written_text(page).encode()).hexdigest()[:16]


def siblings(name, names):
    """(language as its readers write it, name) of a page in all its languages, English first, if there are several."""
    original = original_of(name)
    found = sorted((language_of(one), one) for one in names if original_of(one) == original)
    return [(LANGUAGES.get(code, code) if code else ENGLISH, one) for code, one in found] if len(found) > 1 else []
