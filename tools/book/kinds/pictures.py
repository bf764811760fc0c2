"""The pictures of the lessons, docs/pictures/NAME.svg, drawn from traces of the chapters' programs.

Each module of tools/book/pictures that has a function `draw` draws one picture, or a list of them. A
lesson shows each as ![what is to be seen, in words](../../docs/pictures/NAME.svg).
"""
import importlib
import pkgutil

from .. import pictures
from ..kind import FileKind
from ..pictures.traces import Tracer


def drawings(trace, package=pictures):
    """Yields (name, SVG) of all pictures."""
    for module in sorted(pkgutil.iter_modules(package.__path__), key=lambda one: one.name):
        draw = getattr(importlib.import_module(f"{package.__name__}.{module.name}"), "draw", None)
        if draw is not None:
            drawn = draw(trace)
            for picture in drawn if isinstance(drawn, list) else [drawn]:
                yield f"{picture.name}.svg", picture.svg()


class KIND(FileKind):
    name = "pictures"
    summary = "pictures of what warps do"
    reads = "traces of the chapters' programs"
    writes = "docs/pictures/NAME.svg"
    needs = "the tutor, the emulator and the chapters' experiments, built"
    suffix = ".svg"

    def folder(self, checkout):
        return checkout.docs / "pictures"

    def files(self, checkout):
        return drawings(Tracer(checkout))
