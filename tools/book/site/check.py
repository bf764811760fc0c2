"""Checks the built book, page by page: no dead link or anchor, nothing fetched from elsewhere, no
Markdown left as it was written.

    tools/book/book site check [FOLDER]        build/site by default
"""
import functools
import html.parser
import pathlib
import posixpath
import re
import sys
import urllib.parse

from ..checkout import Checkout

# What a browser fetches by itself, unlike the target of a link.
FETCHED = {("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"),
           ("object", "data"), ("link", "href")}
NO_FETCH = {"canonical", "prev", "next", "alternate"}
# Signs of Markdown that was not understood, in text that is no code.
UNREAD = re.compile(r"\]\(|^\s*\|.*\|\s*$|^\s*\?\?\?|```", re.MULTILINE)

COLOURS = re.compile(r'<span class="[^"]*">|</span>')  # of code: most of the tags, and no matter


class Page(html.parser.HTMLParser):
    """What one page has to be checked for."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.fetched, self.unread = set(), [], [], []
        self.code = 0
        self.feed(COLOURS.sub("", text))

    def handle_starttag(self, tag, attributes):
        of = dict(attributes)
        self.anchors |= {of[name] for name in ("id", "name") if of.get(name)}
        if tag == "a" and of.get("href") is not None:
            self.links.append((self.getpos()[0], of["href"]))
        for name in ("src", "href", "data"):
            if (tag, name) in FETCHED and of.get(name) and of.get("rel") not in NO_FETCH:
                self.fetched.append((self.getpos()[0], of[name]))
        if tag in ("code", "pre", "script", "style", "math"):
            self.code += 1

    def handle_endtag(self, tag):
        if tag in ("code", "pre", "script", "style", "math"):
            self.code -= 1

    def handle_data(self, data):
        if not self.code and (found := UNREAD.search(data)):
            self.unread.append((self.getpos()[0], found.group().strip()))


def is_elsewhere(address):
    return bool(re.match(r"(https?:)?//", address))


class Site:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    @functools.cache
    def page(self, name):
        return Page((self.folder / name).read_text(encoding="utf-8"))

    def goal(self, name, address):
        """What is wrong with a link from the page `name`, or an empty text."""
        parts = urllib.parse.urlsplit(address)
        if parts.scheme or address.startswith("//"):
            return ""
        path = urllib.parse.unquote(parts.path)
        goal = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
        if goal.startswith(".."):
            return "leads out of the book"
        if not (self.folder / goal).is_file():
            return "is not there"
        anchor = urllib.parse.unquote(parts.fragment)
        if anchor and goal.endswith(".html") and anchor not in self.page(goal).anchors:
            return "has no such anchor"
        return ""

    def problems(self, name):
        page = self.page(name)
        for line, address in page.links + page.fetched:
            # The page for addresses that do not exist is shown at any address.
            if name != "404.html" and (wrong := self.goal(name, address)):
                yield f"{name}:{line}: {address} {wrong}"
        for line, address in page.fetched:
            if is_elsewhere(address):
                yield f"{name}:{line}: {address} is fetched from elsewhere"
        for line, sign in page.unread:
            yield f"{name}:{line}: Markdown that was not understood: {sign[:60]}"

    def all_problems(self):
        """Of all pages and style sheets, as texts that begin with the file's name."""
        found = [problem for name in self.pages() for problem in self.problems(name)]
        for style in sorted(self.folder.rglob("*.css")):
            found += [f"{style.relative_to(self.folder)}: fetches {address}" for address in
                      re.findall(r"url\(['\"]?((?:https?:)?//[^)]*)", style.read_text())]
        return found

    def pages(self):
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*.html"))


def main(arguments):
    if len(arguments) > 1 or any(word.startswith("-") for word in arguments):
        print(__doc__)
        return 0 if arguments[0] in ("-h", "--help") else 64
    site = Site(arguments[0] if arguments else Checkout().build / "site")
    found = site.all_problems()
    print("\n".join(found), file=sys.stderr, end="\n" if found else "")
    print(f"{len(site.pages())} pages, {len(found)} problems")
    return 1 if found or not site.pages() else 0
