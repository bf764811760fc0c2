#!/usr/bin/env python3
"""Puts code of the real sources into the lessons, so that none of it is a copy that can go stale.

    docs/update-code.py            rewrites each piece that is out of date
    docs/update-code.py --check    changes nothing; names each of them by file and line, and fails
    docs/update-code.py FILE...    looks at these files alone (otherwise README.md, docs/*.md and
                                   chapters/*/*.md)

A piece stands between two comments; what lies between them belongs to this script:

    <!-- code chapters/05_reduction/03_interleaved.cuh: for (unsigned stride -->
    <!-- end of code -->

The path is that from the top folder. Behind it stands a text that one line of the file has in it:
the piece begins there, and ends where what it opens is closed (the next line that is indented no
more, if the piece has several). Further forms:

    PATH                        the whole file behind the comment that it opens with
    PATH: TEXT ... TEXT         from the line with the first text to the next with the second
    PATH: TEXT +2               this line and the two that follow
"""
import glob
import os
import re
import sys

import pages

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "docs", "site"))
import repository  # noqa: E402
PIECE = re.compile(r"^(<!-- code (?P<path>[^\s:]+)(?:: (?P<anchor>.+?))? -->\n)"
                   r"(?P<body>.*?)^(?P<end><!-- end of code -->)", re.MULTILINE | re.DOTALL)


class Mistake(Exception):
    pass


def indent(line):
    return len(line) - len(line.lstrip(" "))


def only_line(lines, text, path, first=0):
    found = [at for at, line in enumerate(lines) if at >= first and text in line]
    if not found:
        raise Mistake(f"{path} has no line with '{text}'")
    if len(found) > 1 and first == 0:
        raise Mistake(f"{path} has '{text}' in lines {', '.join(str(at + 1) for at in found)}: "
                      "say more")
    return found[0]


def last_line(lines, begin):
    """Where a piece ends that begins with a line that opens something."""
    if lines[begin].rstrip().endswith(";") or begin + 1 == len(lines):
        return begin
    for at in range(begin + 1, len(lines)):
        if lines[at].strip() and indent(lines[at]) <= indent(lines[begin]):
            return at if lines[at].strip().startswith(("}", ")", "]")) else at - 1
    return len(lines) - 1


def piece(source, anchor, path):
    """The lines of a source that an anchor names, moved to the left."""
    lines = source.rstrip("\n").split("\n")
    if not anchor:
        begin = next((at for at, line in enumerate(lines) if not line.startswith("//")), 0)
        end = len(lines) - 1
    elif more := re.fullmatch(r"(.+) \+(\d+)", anchor):
        begin = only_line(lines, more[1], path)
        end = min(begin + int(more[2]), len(lines) - 1)
    elif " ... " in anchor:
        first, _, second = anchor.partition(" ... ")
        begin = only_line(lines, first, path)
        end = only_line(lines, second, path, begin + 1)
    else:
        begin = only_line(lines, anchor, path)
        end = last_line(lines, begin)
    chosen = lines[begin:end + 1]
    left = min((indent(line) for line in chosen if line.strip()), default=0)
    return "\n".join(line[left:] for line in chosen).strip("\n")


def source(root, path):
    """The text of a source. An exercise is taken as it was delivered, not as it is edited."""
    exercise = re.fullmatch(r"exercises/(.+)\.cu", path)
    if exercise and root == ROOT:
        return repository.stub(exercise[1])
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def update(text, root):
    """The text with its pieces as the sources have them, and a list of (line, what is wrong)."""
    problems = []

    def one(match):
        line = text.count("\n", 0, match.start()) + 1
        path = match["path"]
        try:
            code = piece(source(root, path), match["anchor"], path)
        except OSError as error:
            problems.append((line, f"cannot read {path}: {error.strerror}"))
            return match.group()
        except Mistake as mistake:
            problems.append((line, str(mistake)))
            return match.group()
        return f"{match[1]}\n```cpp\n{code}\n```\n\n{match['end']}"

    changed = PIECE.sub(one, text)
    begun = len(re.findall(r"^<!-- code \S+.* -->$", text, re.MULTILINE))
    if begun != len(PIECE.findall(text)):
        problems.append((1, "a piece of code has no `<!-- end of code -->` behind it"))
    return changed, problems


def main(arguments):
    check = "--check" in arguments
    files = [one for one in arguments if one != "--check"]
    root = os.environ.get("LOCKSTEP_SOURCES", ROOT)
    failed = False
    for path in files or sorted(glob.glob(f"{root}/README.md") + glob.glob(f"{root}/docs/*.md")
                                + glob.glob(f"{root}/chapters/*/*.md")):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        changed, problems = update(text, root)
        shown = os.path.relpath(path, root)
        if changed != text and check:
            line = pages.first_change(text, changed)
            problems.append((line, "not as in the source: run docs/update-code.py"))
        elif changed != text and not problems:
            with open(path, "w", encoding="utf-8") as file:
                file.write(changed)
        for line, what in problems:
            print(f"{shown}:{line}: {what}", file=sys.stderr)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
