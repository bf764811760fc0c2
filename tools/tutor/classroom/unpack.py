"""Unpacks the sources of a zip archive that somebody handed in.

    python3 unpack.py ARCHIVE FOLDER

What is not unpacked is named on standard output: a reason, a tab, and the name in the archive. Sizes
that an archive states are not believed: each file is read no further than an answer may be long.
"""
import pathlib
import stat
import sys
import zipfile

LARGEST = 1 << 20  # of a file, as in support/foreign_file.hpp
MOST_FILES = 1000
DEEPEST = 8
# Of sources, and of what may be one under another name.
ENDINGS = (".cu", ".cu.cpp", ".cuda", ".txt")


def tell(reason, name):
    print(reason, ascii(name)[1:-1], sep="\t")


def parts_of(name):
    """Of a name that stays in the folder; None of another."""
    parts = name.replace("\\", "/").split("/")
    return parts if all(part not in ("", ".", "..") for part in parts) else None


def unpack(archive, folder):
    files = 0
    for member in archive.infolist():
        parts = parts_of(member.filename)
        if member.is_dir() or not member.filename.lower().endswith(ENDINGS):
            continue
        if parts is None:
            tell("outside", member.filename)
        elif not member.filename.isprintable():
            tell("name", member.filename)
        elif len(parts) > DEEPEST:
            tell("deep", member.filename)
        elif stat.S_ISLNK(member.external_attr >> 16):
            tell("link", member.filename)
        elif member.flag_bits & 1:
            tell("encrypted", member.filename)
        elif files == MOST_FILES:
            tell("many", member.filename)
            return
        else:
            files += 1
            save(archive, member, folder.joinpath(*parts))


def save(archive, member, to):
    try:
        with archive.open(member) as source:
            content = source.read(LARGEST + 1)
        if len(content) > LARGEST:
            tell("large", member.filename)
            return
        to.parent.mkdir(parents=True, exist_ok=True)
        with open(to, "xb") as file:
            file.write(content)
    except FileExistsError:
        tell("twice", member.filename)
    except (zipfile.BadZipFile, NotImplementedError, OSError, EOFError, ValueError) as problem:
        tell("damaged", f"{member.filename} ({problem})")


def main():
    try:
        with zipfile.ZipFile(sys.argv[1]) as archive:
            unpack(archive, pathlib.Path(sys.argv[2]))
    except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError) as problem:
        tell("damaged", str(problem))


if __name__ == "__main__":
    main()
