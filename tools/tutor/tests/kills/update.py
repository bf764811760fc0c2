#!/usr/bin/env python3
"""Kills `update` (kill -9) at random times, and counts answers that are lost.

In a clone of the small course, two answers are edited before each update, and the course has a new
version. After the kill the next command must put everything back, and the next update must work.

    tools/tutor/tests/kills/update.py build/tools/tutor/lockstep-tutor --kills 100
"""
import argparse
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SMALL = pathlib.Path(__file__).resolve().parents[1] / "course"
ANSWERS = ["exercises/01_first/square.cu", "exercises/01_first/promise.cu"]


def git(folder, *words):
    return subprocess.run(["git", "-C", folder, "-c", "user.name=Test", "-c", "user.email=test@localhost",
                           *words], check=True, capture_output=True, text=True).stdout


class Clone:
    def __init__(self, tutor, folder):
        self.tutor, self.course, self.clone = tutor, folder / "course", folder / "clone"
        shutil.copytree(SMALL, self.course)
        git(self.course, "init", "-q")
        (self.course / ".git/info/exclude").write_text("/build/\n/.lockstep/\n")
        git(self.course, "add", "-A")
        git(self.course, "commit", "-qm", "Course")
        git(folder, "clone", "-q", self.course, self.clone)
        (self.clone / ".git/info/exclude").write_text("/build/\n/.lockstep/\n")
        subprocess.run(["bin/configure", "."], cwd=self.clone, check=True, capture_output=True)
        self.environment = {**os.environ, "LOCKSTEP_ROOT": str(self.clone),
                            "GIT_AUTHOR_NAME": "Test", "GIT_AUTHOR_EMAIL": "test@localhost",
                            "GIT_COMMITTER_NAME": "Test", "GIT_COMMITTER_EMAIL": "test@localhost"}

    def start(self, *words):
        return subprocess.Popen([self.tutor, *words], cwd=self.clone, env=self.environment,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                start_new_session=True)

    def newer(self, number):
        """A version of the course that changes both answers' stubs and the rest."""
        for name in [*ANSWERS, "course.toml"]:
            file = self.course / name
            comment = "#" if name.endswith(".toml") else "//"
            file.write_text(file.read_text() + f"{comment} Version {number}.\n")
        git(self.course, "commit", "-qam", f"Version {number}")

    def edit(self, number):
        wanted = {name: f"// Mine {number}, {name}.\n" * 20 for name in ANSWERS}
        for name, text in wanted.items():
            (self.clone / name).write_text(text)
        return wanted

    def missing(self, wanted):
        return [name for name, text in wanted.items()
                if not (self.clone / name).exists() or (self.clone / name).read_text() != text]


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    words.add_argument("tutor", type=pathlib.Path)
    words.add_argument("--kills", type=int, default=100)
    words.add_argument("--seed", type=int, default=1)
    options = words.parse_args()
    chance = random.Random(options.seed)
    early = lost = stuck = locks = 0
    with tempfile.TemporaryDirectory() as folder:
        clone = Clone(options.tutor.resolve(), pathlib.Path(folder))
        clone.newer(0)
        wanted = clone.edit(0)
        clone.start("update").communicate()
        assert not clone.missing(wanted)
        clone.newer(1)
        wanted = clone.edit(1)
        begin = time.monotonic()
        clone.start("update").communicate()
        length = time.monotonic() - begin
        for number in range(2, options.kills + 2):
            clone.newer(number)
            wanted = clone.edit(number)
            update = clone.start("update")
            time.sleep(chance.uniform(0, 1.1 * length))
            early += update.poll() is None
            # By turns the tutor alone, whose git goes on, and all that it has started.
            if number % 2:
                update.kill()
            else:
                try:
                    os.killpg(update.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            update.communicate()
            clone.start("list").communicate()
            missing = clone.missing(wanted)
            lock = clone.clone / ".git/index.lock"  # what the tutor says then
            locks += lock.exists()
            lock.unlink(missing_ok=True)
            lost += len(missing)
            again = clone.start("update")
            said, _ = again.communicate()
            missing_then = clone.missing(wanted)
            if missing or missing_then or again.returncode != 0:
                stuck += again.returncode != 0
                print(f"kill {number}: missing {missing}, then {missing_then}; update: {said}", flush=True)
                lost += len(missing_then)
            if again.returncode != 0:
                break
    print(f"an update takes {length:.2f} s; {options.kills} kills, {early} of them before its end, "
          f"{locks} of which left git's lock: "
          f"{lost} answers were lost, {stuck} times the next update failed")
    return 1 if lost or stuck else 0


if __name__ == "__main__":
    sys.exit(main())
