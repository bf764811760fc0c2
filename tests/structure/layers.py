#!/usr/bin/env python3
"""Fails if a file includes another from a part above its own: layers.txt has the order.

Usage: layers.py [ROOT [LAYERS]]
"""
import glob
import os
import re
import sys

# Where the compilers look for the headers of the project, beside the folder of the file itself.
INCLUDE_FOLDERS = ["", "common/include", "tools/emulator/src", "tools/tutor", "tools/graders/support/include",
                   "exercises", "tools/graders"]
SOURCES = (".c", ".h", ".cc", ".cpp", ".hpp", ".cu", ".cuh", ".def")
INCLUDE = re.compile(r'\s*#\s*include\s+["<]([^">]+)[">]')


class Section:
    """The parts of one folder, and how far down each stands (the top is 0)."""

    def __init__(self, folder, is_complete):
        self.folder = folder
        self.is_complete = is_complete
        self.depths = {}  # by path from the root of the tree
        self.count = 0

    def add_line(self, root, names):
        for name in names:
            pattern = os.path.normpath(os.path.join(self.folder, name))
            found = glob.glob(os.path.join(root, pattern)) or glob.glob(os.path.join(root, pattern + ".*"))
            if not found:
                raise SystemExit(f"layers.txt: there is no {pattern}")
            for path in found:
                self.depths.setdefault(os.path.splitext(os.path.relpath(path, root))[0], self.count)
        self.count += 1

    def part_of(self, path):
        """The part that a file belongs to; None: it is not of this section, or free."""
        path = os.path.splitext(path)[0]
        while path:
            if path in self.depths:
                return path
            path = os.path.dirname(path)
        return None

    def unlisted(self, path):
        """The folder or file that layers.txt does not list, as the path of a file shows; None: all is well."""
        inside = self.folder == "." or path.startswith(self.folder + "/")
        if not self.is_complete or not inside or self.part_of(path) is not None:
            return None
        rest = os.path.relpath(path, self.folder).split("/")
        return os.path.join(self.folder, rest[0])

    def arrow(self, user, used):
        """What is wrong with one file including another; None: nothing."""
        above, below = self.part_of(user), self.part_of(used)
        if above is None or below is None or above == below:
            return None
        if self.depths[below] > self.depths[above]:
            return None
        if self.depths[below] == self.depths[above]:
            return f"{above} and {below} stand side by side in layers.txt and must not use each other"
        return f"{above} is below {below} in layers.txt and must not include it"


def read_sections(root, layers):
    sections = []
    with open(layers, encoding="utf-8") as lines:
        for line in lines:
            words = line.split("#")[0].split()
            if not words:
                continue
            if words[0].startswith("["):
                sections.append(Section(words[0].strip("[]"), "...]" not in words))
            else:
                sections[-1].add_line(root, words)
    return sections


def sources(root):
    for top in ("chapters", "common", "exercises", "solutions", "tools"):
        for folder, folders, files in os.walk(os.path.join(root, top)):
            folders[:] = sorted(f for f in folders if not f.startswith(".") and not f.startswith("build"))
            folders[:] = [f for f in folders if not os.path.islink(os.path.join(folder, f))]
            for name in sorted(files):
                if name.endswith(SOURCES):
                    yield os.path.relpath(os.path.join(folder, name), root)


def resolve(root, user, name):
    """The file of the project that `name` means in `user`; None: it is another's."""
    for folder in [os.path.dirname(user), *INCLUDE_FOLDERS]:
        path = os.path.normpath(os.path.join(folder, name))
        if os.path.isfile(os.path.join(root, path)):
            return path
    return None


def complaints(root, sections):
    unlisted = set()
    for path in sources(root):
        for section in sections:
            missing = section.unlisted(path)
            if missing is not None and missing not in unlisted:
                unlisted.add(missing)
                yield f"{missing}: layers.txt does not say where it stands in {section.folder}"
        with open(os.path.join(root, path), encoding="utf-8", errors="replace") as lines:
            for number, line in enumerate(lines, 1):
                match = INCLUDE.match(line)
                used = match and resolve(root, path, match[1])
                if not used:
                    continue
                for section in sections:
                    wrong = section.arrow(path, used)
                    if wrong:
                        yield f"{path}:{number}: includes {used}, but {wrong}"


def main(arguments):
    here = os.path.dirname(os.path.abspath(__file__))
    root = os.path.abspath(arguments[0]) if arguments else os.path.dirname(os.path.dirname(here))
    layers = arguments[1] if len(arguments) > 1 else os.path.join(here, "layers.txt")
    found = list(complaints(root, read_sections(root, layers)))
    print("\n".join(found) if found else "every include points downwards")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
