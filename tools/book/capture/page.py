"""A page with screens: what its markers say is to be done, and what its screens are made from."""
import hashlib
import re
import types

from .. import markers
from ..kind import Problem, write

FORMS = {
    "answer": re.compile(r'(?P<path>\S+?)(?: with "(?P<old>.+?)" as "(?P<new>.+?)")?$'),
    "solved": re.compile(r"(?P<names>.+)$", re.DOTALL),
    "screen": re.compile(r"(?P<command>[^;]+?)(?:; (?P<keys>.+?))?$", re.DOTALL),
    "picture": re.compile(r"(?P<file>\S+) (?P<columns>\d+)x(?P<rows>\d+); (?P<command>[^;]+?)"
                          r"(?:; (?P<keys>.+?))?$"),
}

VERDICT = ["learner/attempt.cpp", "learner/measured_results.cpp", "learner/task.cpp",
           "verdict/explain.cpp", "verdict/output.cpp", "verdict/warnings.cpp",
           "verdict/wording.cpp"]
# The sources in tools/tutor/ whose words a screen shows, by the first word of its command.
SOURCES = {
    "verify": [*VERDICT, "commands/verify.cpp"],
    "hint": ["commands/hint.cpp"],
    "list": ["commands/list.cpp", "learner/next_exercise.cpp"],
    "next": ["learner/next_exercise.cpp", "learner/task.cpp"],
    "reset": ["commands/work.cpp"],
    "diff": ["commands/work.cpp"],
    "doctor": ["commands/doctor.cpp"],
    "watch": [*VERDICT, "learner/welcome.cpp", "watch/view.cpp", "watch/watch.cpp",
              "terminal/terminal.cpp"],
}
DRAWING = ["tools/book/capture/svg.py", "tools/book/capture/terminal.py"]
DIGEST = "screens"  # the marker with the digest


def step_of(marker):
    """What a marker asks for: its parts by their names; raises markers.Mistake."""
    found = FORMS[marker.word].match(marker.arguments)
    if not found:
        raise markers.Mistake(f"not understood: {marker.word} {marker.arguments}")
    parts = {name: text or "" for name, text in found.groupdict().items()}
    for name in ("columns", "rows"):
        if name in parts:
            parts[name] = int(parts[name])
    if "names" in parts:
        parts["names"] = parts["names"].split()
    if marker.word == "screen" and marker.end is None:
        raise markers.Mistake(f"this marker needs {markers.END} below it")
    return types.SimpleNamespace(marker=marker, **parts)


class ScreenPage:
    """`steps`: what is to be done, in the page's order."""

    def __init__(self, checkout, page):
        self.checkout, self.root, self.page, self.path = checkout, checkout.root, page, page.path
        self.steps, self.problems, self.mark = [], [], None
        for marker in page.markers:
            if marker.word == DIGEST:
                self.mark = marker
            elif marker.word in FORMS:
                try:
                    self.steps.append(step_of(marker))
                except markers.Mistake as mistake:
                    self.problems.append(Problem(self.path, marker.line, str(mistake)))
        if self.steps and self.mark is None:
            self.problems.append(Problem(self.path, 0, f"has no <!-- book {DIGEST} 0 -->"))

    @property
    def recorded(self):
        return self.mark.arguments if self.mark else None

    @property
    def digest_line(self):
        return self.mark.line if self.mark else 0

    def of(self, word):
        return [step for step in self.steps if step.marker.word == word]

    def commands(self):
        return [step.command for step in self.steps if step.marker.word in ("screen", "picture")]

    def answers(self):
        return [step.path for step in self.of("answer")]

    def picture_path(self, step):
        return self.path.parent / "screens" / step.file

    def exercises(self):
        """Those that are graded, in the page's order."""
        names = [exercise_of(name) for name in self.answers()]
        names += [name for step in self.of("solved") for name in step.names]
        return list(dict.fromkeys(names))

    def made_from(self, stub_name):
        """All that is on the screens, as texts."""
        yield from (f"{step.marker.word} {step.marker.arguments}" for step in self.steps)
        graded = {exercise_of(name) for name in self.answers()}
        lists = any(first_word(command) in ("list", "watch") for command in self.commands())
        for name, title, hints, learned in exercises(self.checkout.read("course.toml")):
            if name in graded:
                yield title + hints + learned + stub_name(name)
            elif lists:
                yield name + title
        files = {f"tools/tutor/{name}" for command in self.commands()
                 for name in SOURCES.get(first_word(command), [])}
        files |= {f"tools/graders/{name}.cpp" for name in graded}
        files |= {f"exercises/{name}.hpp" for name in graded}
        files |= {f"solutions/{name}.cu" for name in graded}
        files |= {name for name in self.answers() if not name.startswith("exercises/")}
        pictures = self.of("picture")
        if pictures:
            files |= set(DRAWING)
        for name in sorted(files):
            yield name + "\n" + self.checkout.read(name)
        for path in map(self.picture_path, pictures):
            yield path.read_text() if path.exists() else ""

    def digest(self, stub_name):
        return hashlib.sha256("\0".join(self.made_from(stub_name)).encode()).hexdigest()[:16]

    def rewrite(self, contents, stub_name):
        """Writes the page with these contents of its blocks, and today's digest."""
        text = markers.fill(self.page.text, [(marker, markers.framed(content))
                                             for marker, content in contents])
        text = text.replace(f"<!-- book {DIGEST} {self.recorded} -->",
                            f"<!-- book {DIGEST} {self.digest(stub_name)} -->")
        write(self.path, text)


def exercises(manifest):
    """(name, title, hints, learned) of each exercise, as course.toml writes them; what an exercise
    does not have is empty. Python 3.9 has no parser of TOML, and a digest needs none."""
    for entry in manifest.split("[[exercise]]")[1:]:
        found = [re.search(pattern, entry, re.MULTILINE | re.DOTALL) for pattern in (
            r'^name = "([^\n]*)"$', r'^title = "([^\n]*)"$', r"^hints = (\[.*?\])$",
            r'^learned = "([^\n]*)"$')]
        yield tuple(match[1] if match else "" for match in found)


def exercise_of(answer):
    """The exercise of an answer: exercises/CHAPTER/NAME.cu, solutions/CHAPTER/NAME.cu, or
    tools/graders/wrong/CHAPTER/NAME/LABEL.cu."""
    for folder in ("tools/graders/wrong/", "exercises/", "solutions/"):
        if answer.startswith(folder):
            chapter, name = answer[len(folder):].split("/")[:2]
            return f"{chapter}/{name[:-len('.cu')] if name.endswith('.cu') else name}"
    raise markers.Mistake(f"{answer} is not an answer to an exercise")


def first_word(command):
    """The first word of a command; ./lockstep alone is the watch."""
    return command.split()[0] if command != "./lockstep" else "watch"
