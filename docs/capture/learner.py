"""The learner's files and progress: set aside while screens are made, and put back."""
import shutil
import subprocess


class Learner:
    """As a context: exercises are stubs at its start and progress is empty; all is put back at
    its end, or at the next start, if it was ended by force."""

    def __init__(self, root, exercises):
        self.root, self.exercises = root, exercises
        self.aside = root / "build" / "set-aside-for-screens"
        self.progress = root / ".lockstep"

    def file(self, exercise):
        return self.root / "exercises" / f"{exercise}.cu"

    def stub_name(self, exercise):
        """How git names the content of the exercise's stub."""
        for line in (self.root / "exercises/stubs.txt").read_text().splitlines():
            if line.endswith(" " + exercise):
                return line.split()[0]
        raise SystemExit(f"exercises/stubs.txt has no {exercise}")

    def stub(self, exercise):
        return subprocess.run(["git", "cat-file", "blob", self.stub_name(exercise)],
                              cwd=self.root, check=True, capture_output=True).stdout

    def __enter__(self):
        self.put_back()
        made = self.aside.with_suffix(".new")  # complete, or not there
        shutil.rmtree(made, ignore_errors=True)
        for one in self.exercises:
            if self.file(one).exists():
                (made / one).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(self.file(one), made / one)
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
        for one in self.exercises:
            self.file(one).write_bytes(self.stub(one))

    def put_back(self):
        if not self.aside.exists():
            return
        for one in (self.aside / "names").read_text().split():
            if (self.aside / one).exists():
                shutil.copy(self.aside / one, self.file(one))
            else:
                self.file(one).unlink(missing_ok=True)
        shutil.rmtree(self.progress, ignore_errors=True)
        if (self.aside / ".lockstep").exists():
            shutil.copytree(self.aside / ".lockstep", self.progress, symlinks=True)
        shutil.rmtree(self.aside)
