"""Builds the book: a static site from the lessons, the exercises, the reference and the decisions.

    ./lockstep docs                builds it into build/site
    ./lockstep docs --serve        and shows it on a local port; builds again when a page changes
    ./lockstep docs --pdf          and makes a PDF of it, which needs a Chromium

`./lockstep docs` installs the generator first (tools/book/site/requirements.txt) and runs
`book site build` with its Python. A warning of the generator, such as a link that leads nowhere, is
an error.
"""
import argparse
import errno
import os
import pathlib
import re
import shutil
import subprocess
import sys

from ..checkout import Checkout, Missing
from . import (browser, contents, course, reference, repository, serve, settings, stage,
               whole_book)


HERE = pathlib.Path(__file__).resolve().parent


class Failure(Exception):
    """What is wrong; the second argument says where."""


def readable(said):
    """What the generator said, without colours and without the trace of its own code."""
    said = re.sub(r"\x1b\[[0-9;]*m", "", said)
    return said.partition("Traceback (most recent call last)")[0].rstrip()


def generate(staged, output):
    """Runs the generator. Its pages replace those of the build before only if all went well."""
    fresh = staged.parent / "site"  # where the generator may write
    shutil.rmtree(fresh, ignore_errors=True)
    configuration = staged.parent / "mkdocs.yml"
    shutil.copytree(HERE / "overrides", staged.parent / "overrides", dirs_exist_ok=True)
    settings.write(configuration, staged.name, fresh.name, contents.navigation(), "overrides")
    done = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "--config-file",
         str(configuration)], capture_output=True, text=True,
        env={**os.environ, "NO_COLOR": "1"})
    if done.returncode != 0:
        raise Failure(f"the generator has found something wrong in the pages of {staged}:",
                      readable(done.stderr or done.stdout))
    whole_book.write(fresh)
    shutil.rmtree(output, ignore_errors=True)
    output.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(fresh, output)


def work_folder(output):
    return output.with_name(output.name + ".work")


def build(output):
    """The whole book, into the folder `output`; raises Failure."""
    repository.forget()
    course.forget()
    staged = work_folder(output) / "pages"
    pages = stage.Stage(staged)
    dead = pages.all()
    for problem in pages.scenes.problems:
        print(f"lockstep: a scene stays a picture: {problem}", file=sys.stderr)
    if dead:
        raise Failure("links lead nowhere:", "\n".join(f"  {one}" for one in dead))
    generate(staged, output)


def build_or_explain(output):
    """Builds it, or says why not; returns the exit code."""
    try:
        build(output)
    except Failure as problem:
        print(f"lockstep: {problem.args[0]}", *problem.args[1:], sep="\n", file=sys.stderr)
        return 1
    except (Missing, reference.NoTutor) as problem:
        print(f"lockstep: the tutor, whose help the reference is made from, does not run: "
              f"{problem}", file=sys.stderr)
        return 5
    except OSError as problem:
        print(f"lockstep: the book cannot be written: {problem}", file=sys.stderr)
        if problem.errno in (errno.ENOSPC, errno.EDQUOT):
            print("  Make room (it needs 80 MB) and try again.", file=sys.stderr)
        return 5
    return 0


def options(words):
    parser = argparse.ArgumentParser(prog="./lockstep docs", description=__doc__.split("\n")[0])
    parser.add_argument("--output", type=pathlib.Path, help="folder for the site (build/site)")
    parser.add_argument("--serve", action="store_true", help="show it on a local port")
    parser.add_argument("--pdf", action="store_true",
                        help=f"make a PDF of it, {whole_book.PDF}; needs a Chromium")
    parser.add_argument("--port", type=int, default=8000, help="that port (%(default)s)")
    return parser.parse_args(words)


def main(words):
    wanted = options(words)
    output = (wanted.output or Checkout().build / "site").resolve()
    if is_not_ours(output):
        print(f"lockstep: {output} is there, and is not a book: it would be replaced.\n"
              "  Name another folder, or remove it.", file=sys.stderr)
        return 64
    program = browser.find()
    if wanted.pdf and not program:
        print("lockstep: a PDF is made by Chromium, and there is none on PATH.\n"
              f"  Install one, or print {whole_book.PAGE} of the book from any browser.",
              file=sys.stderr)
        return 5
    server = None
    if wanted.serve:
        try:
            server = serve.listen(output, wanted.port)
        except OSError as problem:
            print(f"lockstep: port {wanted.port} cannot be used: {problem.strerror}.\n"
                  f"  Choose another: ./lockstep docs --serve --port {wanted.port + 1}",
                  file=sys.stderr)
            return 5
    try:
        status = build_or_explain(output)
    except KeyboardInterrupt:
        shutil.rmtree(work_folder(output), ignore_errors=True)
        print("\nlockstep: stopped; the book is as it was.", file=sys.stderr)
        return 130
    if status == 0:
        print(f"The book is in {output}: open {output / 'index.html'} in a browser.")
        if wanted.pdf:
            print(f"As a PDF: {whole_book.write_pdf(output, program)}")
        if server:
            return serve.serve(server, lambda: build_or_explain(output))
    return status


def is_not_ours(folder):
    """Whether a folder holds something that is not a book, and must not be replaced."""
    return folder.exists() and not (folder.is_dir() and (
        not any(folder.iterdir()) or (folder / "assets" / "file-worker.js").exists()))
