"""tools/book/book site: builds the book as a site, checks it, looks at it."""
import importlib
import sys

ACTIONS = {
    "build": "builds the site: this is what ./lockstep docs runs",
    "check": "follows every link of a site that was built",
    "look": "opens pages of it in a headless Chromium",
}


def usage():
    lines = [f"  {name:<6} {text}" for name, text in ACTIONS.items()]
    return "\n".join(["usage: book site ACTION ...", *lines, "book site ACTION --help says more."])


def main(words):
    if words[:1] and words[0] in ACTIONS:
        return importlib.import_module(f"{__package__}.{words[0]}").main(words[1:])
    asked = words[:1] in (["-h"], ["--help"])
    print(usage(), file=sys.stdout if asked else sys.stderr)
    return 0 if asked else 64
