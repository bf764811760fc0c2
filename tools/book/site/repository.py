"""What is in the checkout: its files, their texts, and the stubs of the exercises as delivered."""
import functools
import posixpath
import subprocess

from .. import stubs
from ..checkout import ROOT


def git(*arguments):
    """What git says, or None where there is no git or no history."""
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.decode("utf-8", "replace")


def is_hidden_or_built(path):
    return any(part.startswith((".", "build")) for part in path.parts[:1])


@functools.cache
def files():
    """All files of the course by their paths from the root, without what was built or fetched."""
    listed = git("ls-files", "--cached", "--others", "--exclude-standard")
    if listed is None:
        paths = (path.relative_to(ROOT) for path in ROOT.rglob("*"))
        listed = "\n".join(str(path) for path in paths if not is_hidden_or_built(path))
    return sorted(name for name in listed.splitlines()
                  if (ROOT / name).is_file() and not (ROOT / name).is_symlink())


@functools.cache
def folders():
    """All folders that hold files of the course."""
    found = set()
    for name in files():
        while name := posixpath.dirname(name):
            found.add(name)
    return found


def text(name):
    """The text of a file, by its path from the root."""
    return (ROOT / name).read_text(encoding="utf-8")


@functools.cache
def stub(exercise):
    """The source of an exercise as it was delivered, whatever has been made of it since."""
    return stubs.stub(ROOT, exercise)


def forget():
    """Looks anew at what is there, the next time."""
    for one in (files, folders, stub):
        one.cache_clear()
