#!/usr/bin/env python3
"""Draws the pictures of the lessons, docs/pictures/NAME.svg, from traces of the chapters' programs.

    docs/update-pictures.py [BUILD]            draws every picture; BUILD is the build folder (build)
    docs/update-pictures.py --check [BUILD]    draws nothing: names each picture that is not what it
                                               would draw, and fails

The tutor and the chapters' programs must have been built there (./lockstep demo does it). Each file
of docs/pictures/ that has a function `draw` draws one picture. A lesson shows it as
![what is to be seen, in words](../../docs/pictures/NAME.svg).
"""
import importlib
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent / "pictures"
sys.path.insert(0, str(FOLDER))
sys.dont_write_bytecode = True

import traces  # noqa: E402


def drawings(trace):
    """(name, SVG) of all pictures."""
    for file in sorted(FOLDER.glob("*.py")):
        draw = getattr(importlib.import_module(file.stem), "draw", None)
        if draw is not None:
            picture = draw(trace)
            yield picture.name, picture.svg()


def main(arguments):
    check = "--check" in arguments
    rest = [word for word in arguments if word != "--check"]
    if len(rest) > 1 or any(word.startswith("-") for word in rest):
        print(__doc__)
        return 0 if rest[:1] in (["-h"], ["--help"]) else 64
    trace = traces.Tracer(rest[0] if rest else traces.ROOT / "build")
    problems, names = [], set()
    for name, svg in drawings(trace):
        names.add(name)
        path = FOLDER / f"{name}.svg"
        if path.exists() and path.read_text(encoding="utf-8") == svg:
            continue
        if check:
            problems.append(f"docs/pictures/{name}.svg is not what the program does today")
        else:
            path.write_text(svg, encoding="utf-8")
            print(f"docs/pictures/{name}.svg: drawn")
    for file in sorted(FOLDER.glob("*.svg")):
        if file.stem not in names:
            problems.append(f"docs/pictures/{file.name}: nothing draws it")
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems and check:
        print("docs/update-pictures.py draws them anew.", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
