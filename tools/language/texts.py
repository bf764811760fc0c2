"""Every text of the project that has a place in a catalogue."""
import dataclasses
import pathlib
import re
import tomllib

from . import literals

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ["common/include/lockstep/**/*.hpp", "common/include/lockstep/protocol/*.def", "common/protocol/src/*.cpp",
           "tools/emulator/src/**/*.[ch]pp", "tools/tutor/**/*.[ch]pp", "tools/graders/**/*.[ch]pp"]
TESTS = ("tests", "wrong", "template")
# Of these calls, the arguments that are texts as a whole, from 0.
TEXTS = {"tr": [0], "translatable": [0], "TEST_CASE": [0], "for_every": [0, 2], "for_every_prediction": [1],
         "with_advice": [1], "KIND": [2, 3], "existing": [1],
         "require_at_most": [0], "require_at_least": [0], "require_exactly": [0], "require_share": [3],
         "require_instructions_relative": [3], "require_all_instructions_relative": [3]}
# Likewise, but arguments that are put together are shown as they are.
WHOLE = {"setup_missing": [0, 1], "wrong_usage": [0, 1], "failure": [1, 2]}
ADVICE = ("advice",)
# In these, every sentence is a text: tables of what is shown by in_language().
TABLES = ("tools/tutor/command_line/*_commands.cpp", "tools/tutor/command_line/*_command.cpp",
          "tools/tutor/command_line/vocabulary.cpp", "tools/tutor/command_line/grammar.cpp",
          "tools/tutor/profile/metrics.cpp", "tools/emulator/src/cudart/observations/refusals.def",
          "tools/emulator/src/cudart/observations/estimates.cpp", "tools/emulator/src/cudart/observations/trial.cpp",
          "tools/emulator/src/cudart/observations/suppositions.cpp", "tools/emulator/src/cudart/observations/leaks.cpp",
          "tools/emulator/src/simt/lowering/lower.cpp", "tools/emulator/src/checks/race_report.hpp",
          "common/include/lockstep/protocol/device_libraries.hpp",
          "tools/emulator/src/cudart/streams/launch_overlap.cpp", "tools/emulator/src/timing/refusal.cpp")
LABELS = ("Task", "Given", "Done when")


@dataclasses.dataclass(frozen=True)
class Text:
    """`context` is the id of a phrase, or empty."""
    context: str
    text: str


class Texts(dict):
    """Text: the places where it stands, in the order in which they were found."""

    def __init__(self):
        super().__init__()
        self.words = set()

    def has(self, text):
        """With an id or without."""
        return text in self.words

    def add(self, text, place, context=""):
        if context or re.search(r"[A-Za-z]{2}", text):
            self.words.add(text)
            places = self.setdefault(Text(context, text), [])
            if place not in places:
                places.append(place)


def add_source(to, source, place):
    for name, arguments in literals.calls_of(source, {*TEXTS, *WHOLE, "phrase", "count_of"}, WHOLE):
        if name == "phrase":
            if len(arguments) < 2 or len(arguments[0]) != 1:
                continue  # its declaration
            for form in arguments[1]:
                to.add(form, place, arguments[0][0])
        elif name == "count_of":
            for noun in arguments[1] if len(arguments) > 1 else []:
                ending = arguments[2][0] if len(arguments) > 2 and arguments[2] else "s"
                to.add("{} " + noun, place)
                to.add("{} " + noun + ending, place)
        else:
            for number in TEXTS.get(name) or WHOLE[name]:
                for text in arguments[number] if number < len(arguments) else []:
                    to.add(text, place)
    for text in literals.values_of(source, ADVICE):
        if " " in text and not to.has(text):
            to.add(text, place)


def add_causes(to, source, place):
    """What experiments with an answer say (grading/line_to_blame.cpp): whole sentences with a place, @, and what
    would be otherwise."""
    for kind, text in literals.tokens_of(source):
        if kind == "string" and re.match(r"with(out)? ", text):
            to.add(text, place)
        elif kind == "string" and re.search(r"@($|[ ,])", text) and re.match(r"[A-Za-z@]|`\*?\{\}`", text):
            to.add(re.sub(r"`[^`]*`", "{}", text).replace("@", "{}"), place, "experiment")


def add_table(to, source, place):
    for text in literals.sentences_of(source):
        if not to.has(text):
            to.add(text, place)


def task_of(stub):
    """The labelled parts of a stub's opening comment: what the tutor shows of them (learner/task.cpp)."""
    parts, label = [], None
    for line in stub.split("\n")[1:]:
        if not line.startswith("//"):
            break
        line = line.removeprefix("//").removeprefix(" ")
        match = re.match(r"(Task|Given|Done when|Interface)  +(.*)", line)
        if match:
            label = match[1]
            parts.append((label, match[2].strip()))
        elif label and line.startswith(" "):
            parts[-1] = (label, parts[-1][1] + " " + line.strip())
    return [text for label, text in parts if label in LABELS]


def add_manifest(to, text):
    course = tomllib.loads(text)
    for one in course.get("chapter", []) + course.get("exercise", []):
        place = f"course.toml:{one['name']}"
        for member in ("title", "learned"):
            to.add(one.get(member, ""), place)
        for member in ("properties", "hints"):
            for text in one.get(member, []):
                to.add(text, place)


def sources(root=ROOT):
    paths = {path for pattern in SOURCES for path in root.glob(pattern)}
    return [path for path in sorted(paths) if not any(part in TESTS for part in path.relative_to(root).parts)]


def all_texts(root=ROOT):
    found = Texts()
    for path in sources(root):
        name = path.relative_to(root)
        add_source(found, path.read_text(encoding="utf-8"), str(name))
        if "experiment" in name.parts:
            add_causes(found, path.read_text(encoding="utf-8"), str(name))
    for path in sorted(path for pattern in TABLES for path in root.glob(pattern)):
        add_table(found, path.read_text(encoding="utf-8"), str(path.relative_to(root)))
    add_manifest(found, (root / "course.toml").read_text(encoding="utf-8"))
    for path in sorted((root / "exercises").glob("*/*.cu")):
        for text in task_of(path.read_text(encoding="utf-8")):
            found.add(text, str(path.relative_to(root)))
    for label in (*LABELS, "Interface"):
        found.add(label, "tools/tutor/learner/task.cpp")
    return found
