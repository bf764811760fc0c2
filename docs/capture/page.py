"""A page with screens: what its comments say is to be done, and of what its screens are made."""
import hashlib
import re
import tomllib

ANSWER = re.compile(r'<!-- answer: (\S+?)(?: with "(.+?)" as "(.+?)")? -->')
SOLVED = re.compile(r"<!-- solved: (.+?) -->", re.DOTALL)
SCREEN = re.compile(r"(<!-- screen: ([^;]+?)(?:; (.+?))? -->\n).*?(<!-- end of screen -->)", re.DOTALL)
PICTURE = re.compile(r"<!-- picture: (\S+) (\d+)x(\d+); ([^;]+?)(?:; (.+?))? -->")
DIGEST = re.compile(r"<!-- docs/update-screens.py: (\w+) -->")

VERDICT = ["learner/attempt.cpp", "learner/exhibit.cpp", "verdict/explain.cpp",
           "verdict/output.cpp", "verdict/wording.cpp"]
# Whose words are on the screens: by the first word of the command, files in tutor/.
SAYERS = {
    "verify": [*VERDICT, "commands/verify.cpp"],
    "hint": ["commands/hint.cpp"],
    "list": ["commands/list.cpp", "learner/next_exercise.cpp"],
    "next": ["learner/next_exercise.cpp"],
    "reset": ["commands/work.cpp"],
    "diff": ["commands/work.cpp"],
    "doctor": ["commands/doctor.cpp"],
    "watch": [*VERDICT, "watch/view.cpp", "watch/watch.cpp", "terminal/terminal.cpp"],
}
DRAWING = ["docs/capture/svg.py", "docs/capture/terminal.py"]


class Page:
    def __init__(self, root, file):
        self.root, self.file = root, file
        self.text = file.read_text()

    def steps(self):
        """What is to be done, in the page's order: matches of the expressions above."""
        found = [match for one in (ANSWER, SOLVED, SCREEN, PICTURE)
                 for match in one.finditer(self.text)]
        return sorted(found, key=lambda match: match.start())

    def commands(self):
        return [step[4] if step.re is PICTURE else step[2] for step in self.steps()
                if step.re in (PICTURE, SCREEN)]

    def answers(self):
        return [step[1] for step in self.steps() if step.re is ANSWER]

    def pictures(self):
        return [self.file.parent / "screens" / step[1] for step in self.steps()
                if step.re is PICTURE]

    def solved(self):
        return [name for step in self.steps() if step.re is SOLVED for name in step[1].split()]

    def exercises(self):
        """Those that are graded, in the page's order."""
        names = [exercise_of(name) for name in self.answers()] + self.solved()
        return list(dict.fromkeys(names))

    def made_from(self, stub_name):
        """All that is on the screens, as texts."""
        yield from (step[0].split("\n")[0] for step in self.steps())
        manifest = tomllib.loads((self.root / "course.toml").read_text())
        graded = {exercise_of(name) for name in self.answers()}
        for one in manifest["exercise"]:
            if one["name"] in graded:
                yield str([one["title"], one["hints"]]) + stub_name(one["name"])
            elif any(word_of(command) in ("list", "watch") for command in self.commands()):
                yield one["name"] + one["title"]
        files = {f"tutor/{name}" for command in self.commands()
                 for name in SAYERS.get(word_of(command), [])}
        files |= {f"graders/{name}.{end}" for name in graded for end in ("cpp", "hpp")}
        files |= {f"solutions/{name}.cu" for name in graded}
        files |= {name for name in self.answers() if not name.startswith("exercises/")}
        if self.pictures():
            files |= set(DRAWING)
        for name in sorted(files):
            yield name + "\n" + (self.root / name).read_text()
        for path in self.pictures():
            yield path.read_text() if path.exists() else ""

    def digest(self, stub_name):
        return hashlib.sha256("\0".join(self.made_from(stub_name)).encode()).hexdigest()[:16]

    def recorded(self):
        found = DIGEST.search(self.text)
        return found[1] if found else ""

    def rewrite(self, screens, stub_name):
        """The page with these texts for its screens."""
        made = iter(screens)
        self.text = SCREEN.sub(lambda match: match[1] + next(made) + match[4], self.text)
        self.text = DIGEST.sub(f"<!-- docs/update-screens.py: {self.digest(stub_name)} -->",
                               self.text)
        self.file.write_text(self.text)


def exercise_of(answer):
    """Of an answer's path: exercises/CHAPTER/NAME.cu, or graders/wrong/CHAPTER/NAME/WHY.cu."""
    parts = answer.removeprefix("graders/wrong/").removeprefix("exercises/")
    chapter, name = parts.removeprefix("solutions/").split("/")[:2]
    return f"{chapter}/{name.removesuffix('.cu')}"


def word_of(command):
    """The first word of a command; ./lockstep alone is the watch."""
    return command.split()[0] if command != "./lockstep" else "watch"
