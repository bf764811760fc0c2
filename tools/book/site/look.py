"""Opens pages of the built book in a headless Chromium, wide and narrow, light and dark.

    book site look [FOLDER]                build/site by default; complains of
      - errors and warnings in the console
      - requests that leave the folder: the book needs no network
      - pages that are wider than the screen
      - pictures that do not load, or that the page's switch of colours does not reach
      - a search that does not find the page it should
    book site look FOLDER --pictures OUT   writes pictures of what it saw into the folder OUT
    book site look FOLDER --page NAME      this page only, such as docs/machine.html

Ends with 77 where there is no Chromium.
"""
import argparse
import pathlib
import sys

from ..checkout import Checkout
from . import browser


# One of each kind.
PAGES = ["index.html", "reference/map.html", "docs/when-something-is-wrong.html",
         "whole-book.html", "docs/first-exercise.html", "docs/tutor.html", "docs/bench.html",
         "docs/truth.html", "chapters/02_warp_divergence/index.html",
         "chapters/05_reduction/index.html", "exercises/05_reduction/ragged.html",
         "reference/commands.html", "reference/metrics.html", "docs/emulator-coverage.html",
         "common/include/lockstep/reduction/03_interleaved.cuh.html", "docs/decisions/index.html"]
SIZES = [(1280, 900), (360, 740)]

# Elements that stick out of the page without being in a box that scrolls.
TOO_WIDE = """(() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width + 1) return "the page";
  const scrolls = (one) => { for (let e = one; e; e = e.parentElement)
    if (/auto|scroll|hidden/.test(getComputedStyle(e).overflowX)) return true; return false; };
  for (const one of document.querySelectorAll("article *")) {
    const box = one.getBoundingClientRect();
    if (box.width && box.right > width + 1 && !scrolls(one)) return one.outerHTML.slice(0, 80);
  }
  return "";
})()"""
BROKEN_PICTURES = """Promise.all([...document.images].map(async one => {
  one.loading = "eager";
  try { await one.decode(); } catch (e) { return one.getAttribute("src"); }
  return one.naturalWidth ? "" : one.getAttribute("src");
})).then(all => all.filter(Boolean))"""
# The mode of a page's pictures once the page has been switched to MODE, whatever the system's is.
OTHER_MODE = """(() => {
  document.body.setAttribute("data-md-color-scheme", MODE);
  const modes = [...document.images].map(one => getComputedStyle(one).colorScheme);
  return modes.find(mode => mode != (MODE == "slate" ? "dark" : "light")) || "";
})()"""
# The field that has the focus, once a click on the button finds the page ready.
FIELD = """[...document.querySelectorAll("*")].map(one => one.shadowRoot?.activeElement).find(
  one => one?.matches("input"))"""
OPEN_SEARCH = f"""(() => {{
  if ({FIELD}) return true;
  document.querySelector(".md-search__button").click();
  return false;
}})()"""
# What readers type, and the page that must be among the answers.
TERMS = {"bank conflict": "chapters/05_reduction/index.html#bank-conflicts-05-to-06",
         "why is my kernel slow": "docs/when-something-is-wrong.html#why-is-my-kernel-slow",
         "invalid argument": "docs/when-something-is-wrong.html#the-program-reports-an-error"}
ANSWERS = """[...document.querySelectorAll("*")].flatMap(one => one.shadowRoot
  ? [...one.shadowRoot.querySelectorAll("a[role=option]")] : []).map(
  one => one.getAttribute("href").replace(/\\?[^#]*/, ""))"""


def talk(seen, root):
    """What the page that was just opened says in the console, or asks others for."""
    yield from (f"console: {said}" for said in seen.complaints())
    yield from (f"asks for {address}" for address in seen.requests()
                if not address.startswith(("data:", "about:", "blob:", root)))


def layout(seen):
    """What does not fit, or is not drawn, at the size that the screen has now."""
    if wide := seen.evaluate(TOO_WIDE):
        yield f"wider than the screen: {wide}"
    yield from (f"picture does not load: {name}" for name in seen.evaluate(BROKEN_PICTURES))


def switch(seen):
    """What is wrong once the reader has switched the page's colours."""
    for scheme in ("default", "slate"):
        if mode := seen.evaluate(OTHER_MODE.replace("MODE", f'"{scheme}"')):
            yield f"a picture stays {mode} in the scheme {scheme}"


def look_at(seen, root, page, pictures, whole):
    """Opens a page and looks at it in each size and mode; what is wrong, one text each."""
    seen.look(*SIZES[0], False)
    seen.open(root + page)
    problems = [f"{page}: {wrong}" for wrong in talk(seen, root)]
    for width, height in SIZES:
        for mode in ("light", "dark"):
            seen.look(width, height, mode == "dark")
            seen.settle()
            problems += [f"{page}, {width} wide, {mode}: {wrong}" for wrong in layout(seen)]
            if pictures:
                name = page.replace("/", "_").removesuffix(".html")
                seen.picture(pictures / f"{name}_{width}_{mode}.png", whole)
    return problems + [f"{page}: {wrong}" for wrong in switch(seen)]


def search(seen, url, term, page, picture):
    """Looks for a term, as a reader does; returns what is wrong."""
    seen.look(*SIZES[0], False)
    seen.open(url)
    if not seen.wait_for(OPEN_SEARCH, seconds=60):
        return ["search: no field to type into"]
    for letter in term:
        seen.call("Input.dispatchKeyEvent", type="keyDown", text=letter)
        seen.call("Input.dispatchKeyEvent", type="keyUp")
        seen.settle()  # the answers come while a reader is still typing
    if (text := seen.evaluate(f"{FIELD}?.value")) != term:
        return [f"search: '{term}' was typed, and the field has '{text}'"]
    found = seen.wait_for(f"{ANSWERS}.some(one => one.endsWith('{page}'))", seconds=60)
    seen.settle()
    if picture:
        seen.picture(picture)
    if found:
        return []
    said = "; ".join(seen.complaints()) or "nothing"
    return [f"search: '{term}' does not find {page}; the console says {said}"]


def main(words):
    parser = argparse.ArgumentParser(
        prog="book site look", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--page", action="append")
    wanted = parser.parse_args(words)
    folder = wanted.folder or Checkout().build / "site"
    program = browser.find()
    if not program:
        print("skipped: there is no Chromium here to look at the book with")
        return 77
    if wanted.pictures:
        wanted.pictures.mkdir(parents=True, exist_ok=True)
    root = folder.resolve().as_uri() + "/"
    pages = wanted.page or PAGES
    problems = []
    with browser.Browser(program) as seen:
        for page in pages:
            problems += look_at(seen, root, page, wanted.pictures, whole=bool(wanted.page))
        for number, (term, page) in enumerate(() if wanted.page else TERMS.items(), 1):
            problems += search(seen, root + "index.html", term, page,
                               wanted.pictures and wanted.pictures / f"search_{number}.png")
    print("\n".join(problems), file=sys.stderr, end="\n" if problems else "")
    print(f"looked at {len(pages)} pages, {len(problems)} problems")
    return 1 if problems else 0
