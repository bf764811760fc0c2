"""A checkout of a test's own."""
import contextlib
import io
import pathlib
import tempfile
import unittest

from ..checkout import Checkout


class InAFolder(unittest.TestCase):
    """`self.root` is an empty folder; `self.checkout` is a checkout in it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    @property
    def checkout(self):
        return Checkout(self.root, self.root / "build")

    def write(self, name, text=""):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def read(self, name):
        return (self.root / name).read_text()

    def problems(self, kind):
        """What a check finds, as (line, message)."""
        return [(problem.line, problem.message) for problem in kind.check(self.checkout)]


def silent(function, *arguments):
    """(what a function returns, what it prints on both streams)."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
        result = function(*arguments)
    return result, said.getvalue()
