"""The whole book on one page, for print: made from the pages of the built site, in their order.

Links between pages of the book become links within the page; exercises have neither hints nor
solutions. `write_pdf` makes a PDF of it by a headless Chromium.
"""
import base64
import html
import pathlib
import posixpath
import re

from . import browser, contents

PAGE = "whole-book.html"
PDF = "lockstep.pdf"
SECTIONS = ("Start here", "Chapters", "Workbench", "Reference")
LEFT_OUT = {"index.md", "reference/map.md", "CHANGELOG.md"}

ARTICLE = re.compile(r"<article[^>]*>(.*?)</article>", re.DOTALL)
STYLES = re.compile(r'<link rel="stylesheet"[^>]*>')
# What only works on a screen, and what tells a reader of an exercise too much.
REMOVED = re.compile(r'<a class="headerlink".*?</a>|<div class="book-scene".*?</div>'
                     r'|<script.*?</script>|<h2 id="hints">.*|<h2 id="solution">.*', re.DOTALL)
ATTRIBUTE = re.compile(r' (id|name|for|href|src|aria-labelledby)="([^"]*)"')
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)


def built(page):
    """The file of the site that shows a staged page."""
    return page.removesuffix(".md") + ".html"


def outline():
    """(title of a section, its pages), where a page is (title, file); a chapter is a section."""
    for section in contents.navigation():
        (title, entries), = section.items()
        if title == "Chapters":
            yield from ((name, leaves(pages)) for one in entries for name, pages in one.items())
        elif title in SECTIONS:
            yield title, leaves(entries)


def leaves(entries):
    return [(title, built(page)) for one in entries for title, page in one.items()
            if page not in LEFT_OUT]


def anchor(page, name=""):
    """Where a page, or an anchor of it, is on the one page."""
    return re.sub(r"\W+", "-", page.removesuffix(".html")) + (f"--{name}" if name else "")


def part(page, text, pages):
    """The contents of one page, with the anchors and links that they need on the one page."""

    def moved(match):
        name, value = match.groups()
        if name in ("id", "name", "for", "aria-labelledby"):
            return f' {name}="{anchor(page, value)}"'
        if ELSEWHERE.match(value):
            return match.group()
        path, _, goal = value.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
        if path in pages:
            return f' {name}="#{anchor(path, goal)}"'
        return f' {name}="{path}{"#" + goal if goal else ""}"'

    inside = ARTICLE.search(text)[1]
    return (f'<section class="page" id="{anchor(page)}">'
            f"{ATTRIBUTE.sub(moved, REMOVED.sub('', inside))}</section>")


def table_of_contents(sections):
    rows = []
    for title, pages in sections:
        items = "".join(f'<li><a href="#{anchor(page)}">{html.escape(name)}</a></li>'
                        for name, page in pages)
        rows.append(f"<h2>{html.escape(title)}</h2><ul>{items}</ul>")
    return "".join(rows)


def text(site):
    """The page, from the site in the folder `site`."""
    sections = [(title, [one for one in pages if (site / one[1]).is_file()])
                for title, pages in outline()]
    order = list(dict.fromkeys(page for _, pages in sections for _, page in pages))
    styles = "".join(STYLES.findall((site / "index.html").read_text(encoding="utf-8")))
    parts = "\n".join(part(page, (site / page).read_text(encoding="utf-8"), set(order))
                      for page in order)
    return (f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>Lockstep: the whole book</title>{styles}</head>"
            f'<body class="whole-book" dir="ltr" data-md-color-scheme="default">'
            f'<main class="md-typeset">'
            f"<h1>Lockstep</h1><p>A course and a workbench for the CUDA execution model. The whole "
            f'book on one page, for print; <a href="index.html">the site</a> has its search, its '
            f"moving pictures, the hints and the solutions.</p>"
            f"<nav>{table_of_contents(sections)}</nav>\n{parts}</main></body></html>\n")


def write(site):
    (site / PAGE).write_text(text(site), encoding="utf-8")


def write_pdf(site, program):
    """The book as a PDF in the site's folder, by this browser; returns its path."""
    site = pathlib.Path(site)
    with browser.Browser(program) as seen:
        seen.open((site / PAGE).as_uri())
        data = seen.pdf()
    (site / PDF).write_bytes(base64.b64decode(data))
    return site / PDF
