"""The command `book`."""
import argparse
import importlib
import pathlib
import subprocess
import sys

from . import kinds
from .checkout import Checkout, Missing
from .kind import Problem
from .markers import Mistake

USAGE = 64  # the exit code for a command line that is wrong
OTHERS = {
    "site": ("site.command_line", "builds the site, checks it, or looks at it in a browser: book site --help"),
    "bench-plots": ("plots.bench", "draws what `lockstep bench` measured (needs matplotlib)"),
}


class Parser(argparse.ArgumentParser):
    def error(self, message):
        print(f"{self.prog}: {message}", file=sys.stderr)
        print(f"{self.prog} --help lists what there is.", file=sys.stderr)
        sys.exit(USAGE)


def overview():
    """What `book --help` says of the kinds and of the other commands."""
    lines = ["kinds:"]
    for name in kinds.NAMES:
        kind = kinds.load(name)
        later = " (only checked when named)" if kind.slow else ""
        lines += [f"  {name:<10} {kind.summary}{later}",
                  f"  {'':<10}   reads {kind.reads}", f"  {'':<10}   writes {kind.writes}"]
        lines += [f"  {'':<10}   needs {kind.needs}"] if kind.needs else []
    lines += ["", "other commands:",
              *(f"  {name:<12} {text}" for name, (_, text) in OTHERS.items()), "",
              "Exit codes: 0 all is up to date, or was updated; 1 something is stale or wrong; "
              "64 bad usage."]
    return "\n".join(lines)


def parser():
    made = Parser(prog="book", formatter_class=argparse.RawDescriptionHelpFormatter,
                  description="Checks and updates the parts of the pages that are generated.",
                  epilog=overview())
    commands = made.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, text in (("check", "changes nothing; names what is stale, and fails"),
                       ("update", "writes what is stale")):
        one = commands.add_parser(name, help=text, description=text)
        one.add_argument("kinds", nargs="+" if name == "update" else "*", metavar="KIND")
        one.add_argument("--page", action="append", default=[], metavar="FILE",
                         help="this page only (may be repeated)")
        one.add_argument("--build", metavar="FOLDER", help="the build folder (default: build)")
    return made


def main(arguments):
    """Runs the command line; returns the exit code."""
    if arguments[:1] and arguments[0] in OTHERS:
        module = importlib.import_module(f"{__package__}.{OTHERS[arguments[0]][0]}")
        return module.main(arguments[1:])
    try:
        options = parser().parse_args(arguments)
        for name in options.kinds:
            if name not in kinds.NAMES:
                parser().error(f"there is no kind '{name}'; there are {', '.join(kinds.NAMES)}")
        for page in options.page:
            if not pathlib.Path(page).is_file():
                parser().error(f"there is no page {page}")
    except SystemExit as end:
        return end.code
    checkout = Checkout(build=options.build, only=options.page)
    chosen = [kinds.load(name) for name in options.kinds or kinds.NAMES]
    if not options.kinds:
        left_out = [kind.name for kind in chosen if kind.slow]
        chosen = [kind for kind in chosen if not kind.slow]
        print(f"not checked, as it takes long: {', '.join(left_out)}")
    problems = wrong_markers(checkout)
    for kind in chosen:
        problems += run(kind, options.command, checkout)
    return 1 if problems else 0


def run(kind, command, checkout):
    """Checks or updates a kind, and prints what it finds; returns the problems."""
    try:
        if command == "check":
            problems = kind.check(checkout)
        else:
            changed, problems = kind.update(checkout)
            for path in changed:
                print(f"{checkout.name(path)}: updated")
    except (Missing, Mistake, OSError) as problem:
        print(f"{kind.name}: {problem}", file=sys.stderr)
        return [problem]
    except subprocess.CalledProcessError as problem:
        print(f"{kind.name}: {problem}\n{problem.stderr or ''}".rstrip(), file=sys.stderr)
        return [problem]
    show(problems, checkout)
    if any(problem.stale for problem in problems):
        print(f"To update: {kind.command}", file=sys.stderr)
    return problems


def show(problems, checkout):
    for problem in problems:
        place = checkout.name(problem.path) + (f":{problem.line}" if problem.line else "")
        print(f"{place}: {problem.message}", file=sys.stderr)
        for line in problem.evidence:
            print(f"    {line}", file=sys.stderr)


def wrong_markers(checkout):
    """Checks all pages for markers that no kind understands; prints and returns them."""
    known = {word for name in kinds.NAMES for word in kinds.load(name).words}
    problems = []
    for page in checkout.pages:
        problems += [Problem(page.path, line, message) for line, message in page.problems]
        problems += [Problem(page.path, marker.line, f"no kind has a marker '{marker.word}'; there "
                             f"are {', '.join(sorted(known))}")
                     for marker in page.markers if marker.word not in known]
    show(problems, checkout)
    return problems
