#!/usr/bin/env python3
"""Puts what ./lockstep really prints into docs/first-exercise.md.

    docs/update-screens.py            runs each command of the page and rewrites what it printed
    docs/update-screens.py --check    runs nothing: fails if what the screens are made from has
                                      changed since, by the digest at the page's end

The page says between comments what is to be run, and with which answer in the exercise's file:

    <!-- answer: graders/wrong/01_runtime_init/check_macro/goes_on.cu -->    or: stub, solution
    <!-- screen: verify 01_runtime_init/check_macro -->
    what was printed; belongs to this script
    <!-- end of screen -->

The learner's own file and progress are put back at the end. A seed, which is another in each run,
is shown as 20260101. Needs a built checkout; takes half a minute.
"""
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "first-exercise.md"
EXERCISE = "01_runtime_init/check_macro"
ANSWER = re.compile(r"<!-- answer: (\S+) -->")
SCREEN = re.compile(r"(<!-- screen: (.+?) -->\n).*?(<!-- end of screen -->)", re.DOTALL)
DIGEST = re.compile(r"<!-- docs/update-screens.py: (\w+) -->")
# Whose words are on the screens.
SAYERS = ["tutor/verdict_output.cpp", "tutor/attempt.cpp", "tutor/commands/hint.cpp",
          "tutor/commands/verify.cpp", "tutor/commands/list.cpp",
          f"graders/{EXERCISE}.cpp", f"graders/{EXERCISE}.hpp", f"solutions/{EXERCISE}.cu"]


def answer_file(name):
    return ROOT / ("solutions/" + EXERCISE + ".cu" if name == "solution" else name)


def stub_name():
    """How git names the content of the exercise's stub."""
    for line in (ROOT / "exercises/stubs.txt").read_text().splitlines():
        if line.endswith(" " + EXERCISE):
            return line.split()[0]
    sys.exit(f"exercises/stubs.txt has no {EXERCISE}")


def digest(page):
    """Of all that the screens are made from."""
    manifest = tomllib.loads((ROOT / "course.toml").read_text())
    made_from = [stub_name(), *(str([one["title"], one["hints"]])
                                for one in manifest["exercise"] if one["name"] == EXERCISE)]
    made_from += [(ROOT / name).read_text() for name in SAYERS]
    made_from += [answer_file(name).read_text() for name in ANSWER.findall(page) if name != "stub"]
    made_from += [command for _, command, _ in SCREEN.findall(page)]
    return hashlib.sha256("\0".join(made_from).encode()).hexdigest()[:16]


def printed(command):
    done = subprocess.run(["./lockstep", "--yes", *command.split()], cwd=ROOT, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={**os.environ, "NO_COLOR": "1"})
    said = re.sub(r"--seed \d+", "--seed 20260101", done.stdout).rstrip()
    return f"\n```\n$ ./lockstep {command}\n{said}\n```\n\n"


def run_all(page):
    """The page with each screen as it is today; the learner's files as they were."""
    file = ROOT / "exercises" / f"{EXERCISE}.cu"
    progress = ROOT / ".lockstep" / "progress.json"
    kept = {path: path.read_bytes() if path.exists() else None for path in (file, progress)}
    stub = subprocess.run(["git", "cat-file", "blob", stub_name()], cwd=ROOT, check=True,
                          capture_output=True).stdout
    steps = sorted([*ANSWER.finditer(page), *SCREEN.finditer(page)], key=lambda m: m.start())
    screens = []
    try:
        file.write_bytes(stub)
        progress.unlink(missing_ok=True)
        for step in steps:
            if step.re is ANSWER:
                name = step[1]
                file.write_bytes(stub if name == "stub" else answer_file(name).read_bytes())
            else:
                screens.append(printed(step[2]))
    finally:
        for path, content in kept.items():
            if content is None:
                path.unlink(missing_ok=True)
            else:
                path.write_bytes(content)
    made = iter(screens)
    return SCREEN.sub(lambda m: m[1] + next(made) + m[3], page)


def main(options):
    page = PAGE.read_text()
    recorded = DIGEST.search(page)
    if options == ["--check"]:
        if recorded and recorded[1] == digest(page):
            return 0
        print("docs/first-exercise.md: its screens are out of date: run docs/update-screens.py",
              file=sys.stderr)
        return 1
    if options:
        print(__doc__, file=sys.stderr)
        return 64
    page = run_all(page)
    PAGE.write_text(DIGEST.sub(f"<!-- docs/update-screens.py: {digest(page)} -->", page))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
