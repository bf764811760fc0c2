"""What share of the sentences that a person may read is in the catalogue, and which have no id."""
import fnmatch
import re

from . import literals, texts

# Parts by folder: the first that fits.
PARTS = (("emulator: PTX's reader", "tools/emulator/src/ptx"), ("emulator", "tools/emulator/src"), ("tutor", "tools/tutor"),
         ("graders' support", "tools/graders/support"), ("graders of exercises", "tools/graders"),
         ("findings and records", "common"))
# What other programs read stays English, and assembler is none.
FOR_PROGRAMS = ("*/junit*.cpp", "*/json.cpp", "*/perfetto.cpp", "*/timeline.cpp", "tools/tutor/export/*", "tools/tutor/bench/export.cpp",
                "tools/tutor/profile/export.cpp", "tools/tutor/experiment/alternatives.cpp")
HEADERS_OF_PROGRAMS = re.compile(r"common/include/lockstep/(?!protocol/)")  # the chapters' programs print these themselves
# Folders in which every sentence has an id: a new one without is a failure.
COMPLETE = ("common/protocol/src", "tools/emulator/src/checks", "tools/emulator/src/simt", "tools/tutor/check", "tools/tutor/class_page", "tools/tutor/classroom",
            "tools/tutor/command_line", "tools/tutor/commands", "tools/tutor/course", "tools/tutor/editor", "tools/tutor/learner",
            "tools/tutor/processes", "tools/tutor/programs", "tools/tutor/watch")
# In those, words for no person, or names that are not translated.
NO_TEXTS = {"(anonymous namespace)::", "64-bit ARM", "the disk is full", "Points Possible", "no machine code for what the emitter said"}


def part_of(name):
    return next(part for part, folder in PARTS if name.startswith(folder + "/"))


def is_for_people(name):
    return not HEADERS_OF_PROGRAMS.match(name) and not any(fnmatch.fnmatch(name, one) for one in FOR_PROGRAMS)


def is_known(text, known):
    """What is counted follows a gap; what experiments say has @ for its place, and code between backticks."""
    return any(one in known for one in (text, "{} " + text, text.replace("@", "{}"), re.sub(r"`[^`]*`", "{}", text).replace("@", "{}")))


def sentences(root=texts.ROOT):
    """(file, sentence, whether it is in the catalogue)."""
    known = {one.text for one in texts.all_texts(root)}
    for path in texts.sources(root):
        name = str(path.relative_to(root))
        if is_for_people(name):
            for text in literals.sentences_of(path.read_text(encoding="utf-8")):
                yield name, text, is_known(text, known)


def without_id(found):
    """Of these sentences, those that should have an id and have none."""
    return [(name, text) for name, text, is_in in found
            if not is_in and text not in NO_TEXTS and name.startswith(tuple(folder + "/" for folder in COMPLETE))]


def counted(found):
    """By part: how many of these sentences are in the catalogue, and how many there are."""
    counts = {part: [0, 0] for part, _ in PARTS}
    for name, _, is_in in found:
        counts[part_of(name)][0] += is_in
        counts[part_of(name)][1] += 1
    return counts
