"""Pages in other languages, and whether the English page has changed since (book/translations.py).

An update writes the digest of today, and only for pages that are named: `--page FILE` says that
somebody has brought the page up to date.
"""
from .. import translations
from ..checkout import Page
from ..kind import Part, PageKind, Problem


class KIND(PageKind):
    name = "translations"
    summary = "pages in other languages: whose English page has changed since"
    reads = "pages such as README.zh.md, and the English ones beside them"
    writes = "`book translation`, with the digest of the text that was translated, for pages named by --page"
    words = ("translation",)
    instructions = words

    def parts(self, checkout):
        for page in checkout.pages:
            marker = next((one for one in page.markers if one.word == "translation"), None)
            if not translations.language_of(page.path.name):
                if marker:
                    yield Problem(page.path, marker.line, "this page's name has no language: README.zh.md")
                continue
            original = page.path.with_name(translations.original_of(page.path.name))
            if not original.is_file():
                yield Problem(page.path, 0, f"there is no {original.name} beside it")
                continue
            line = f"<!-- book translation {original.name} {translations.digest(Page(original))} -->"
            if marker is None:
                yield Problem(page.path, 1, f"begin with the line {line}")
            elif page.lines[marker.first] != line:
                yield self.stale(page, marker, line, checkout)

    def stale(self, page, marker, line, checkout):
        if checkout.only:
            lines = list(page.lines)
            lines[marker.first:marker.last + 1] = [line]
            return Part(page.path, page.text, "\n".join(lines))
        name = checkout.name(page.path)
        return Problem(page.path, marker.line,
                       f"{translations.original_of(page.path.name)} has changed since this was translated. When it is up to "
                       f"date: tools/book/book update translations --page {name}")
