"""The learner's files and progress: set aside while screens are made, and put back."""
import shutil

from .. import stubs
from ..markers import Mistake


class Learner:
    """As a context: exercises are stubs at its start and progress is empty; all is put back at
    its end, or at the next start if the process was killed."""

    def __init__(self, root, exercises):
        self.root, self.exercises = root, exercises
        self.aside = root / "build" / "set-aside-for-screens"
        self.progress = root / ".lockstep"

    def file(self, exercise):
        return self.root / "exercises" / f"{exercise}.cu"

    def stub_name(self, exercise):
        """How git names the content of the exercise's stub."""
        name = stubs.name_of(self.root, exercise)
        if name is None:
            raise Mistake(f"exercises/stubs.txt has no {exercise}")
        return name

    def stub(self, exercise):
        return stubs.stub(self.root, exercise)

    def __enter__(self):
        self.put_back()
        made = self.aside.with_suffix(".new")  # complete, or not there
        shutil.rmtree(made, ignore_errors=True)
        for exercise in self.exercises:
            if self.file(exercise).exists():
                (made / exercise).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(self.file(exercise), made / exercise)
        made.mkdir(parents=True, exist_ok=True)
        (made / "names").write_text("\n".join(self.exercises))
        if self.progress.exists():
            shutil.copytree(self.progress, made / ".lockstep", symlinks=True)
        made.rename(self.aside)
        self.begin_anew()
        return self

    def __exit__(self, *_):
        self.put_back()

    def begin_anew(self):
        """Stubs in all exercises, and nothing solved."""
        shutil.rmtree(self.progress, ignore_errors=True)
        for exercise in self.exercises:
            self.file(exercise).write_text(self.stub(exercise))

    def put_back(self):
        if not self.aside.exists():
            return
        for exercise in (self.aside / "names").read_text().split():
            if (self.aside / exercise).exists():
                shutil.copy(self.aside / exercise, self.file(exercise))
            else:
                self.file(exercise).unlink(missing_ok=True)
        shutil.rmtree(self.progress, ignore_errors=True)
        if (self.aside / ".lockstep").exists():
            shutil.copytree(self.aside / ".lockstep", self.progress, symlinks=True)
        shutil.rmtree(self.aside)
