#!/usr/bin/env python3
"""Grades a made-up class while `grade` is killed over and over, and compares the marks.

The class is made of the corpus of wrong answers, the attempts and the solutions, in the folders of
different students. It is graded several times, each time into a ledger of its own: at one go; with
kill -9 at random times, and resumed; and in parts, which are merged. All must give the same marks.

    tools/tutor/tests/kills/class.py FOLDER --students 500 --kills 12 --parts 2 --parts 4
"""
import argparse
import json
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[4]


def pool_of(exercise, copies):
    """Sources to draw from: without those that never end, whose time limit is a matter of load."""
    files = sorted((ROOT / "tools/graders/wrong" / exercise).glob("*.cu"))
    files += sorted((ROOT / "tools/graders/attempts" / exercise).glob("*.cu"))
    sources = [file.read_text() for file in files if "fails: timeout" not in file.read_text()]
    solution = (ROOT / "solutions" / (exercise + ".cu")).read_text()
    return sources + [f"{solution}// Copy {i}.\n" for i in range(copies)]


def make_class(folder, exercises, students, copies, chance):
    distinct = set()
    for exercise in exercises:
        pool = pool_of(exercise, copies)
        for i in range(students):
            file = folder / f"student{i:04}" / (exercise + ".cu")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(pool[i] if i < len(pool) else chance.choice(pool))
            distinct.add((exercise, file.read_text()))
    return len(distinct)


def verdicts_in(ledger):
    """How many there are; a file that is half written would not be JSON."""
    files = [file for file in ledger.glob("*.json") if file.name != "class.json"]
    kept = [json.loads(file.read_text()) for file in files]
    pairs = {(one["student"], one["verdict"]["exercise"]) for one in kept}
    assert len(pairs) == len(files), "a verdict is doubled"
    return len(files)


def command(options, *more):
    return [str(ROOT / "lockstep"), "grade", str(options.folder / "class"), "--jobs",
            str(options.jobs), *map(str, more)]


def marks_of(text):
    root = json.loads(text)
    return {(student["student"], mark["exercise"]): (mark["status"], mark["points"], mark["headline"])
            for student in root["students"] for mark in student["exercises"]}


def grade(options, *more):
    done = subprocess.run(command(options, *more), stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, check=False)
    assert done.returncode == 0, f"exit code {done.returncode}"
    return done.stdout


def grade_with_kills(options, ledger, chance):
    """Killed at random times; before it is called again, everything kept so far must be there."""
    kept = 0
    for number in range(options.kills):
        with subprocess.Popen(command(options, "--seed", options.seed, "--ledger", ledger),
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
            try:
                run.wait(chance.uniform(2, options.longest))
            except subprocess.TimeoutExpired:
                run.kill()
        before, kept = kept, verdicts_in(ledger) if ledger.exists() else 0
        assert kept >= before, "a verdict is lost"
        print(f"kill {number + 1}: {kept} verdicts are kept", flush=True)
    return marks_of(grade(options, "--seed", options.seed, "--ledger", ledger, "--json"))


def grade_in_parts(options, parts):
    ledgers = []
    for k in range(1, parts + 1):
        ledgers.append(options.folder / f"ledger-{k}-of-{parts}")
        grade(options, "--seed", options.seed, "--part", f"{k}/{parts}", "--ledger", ledgers[-1])
    return marks_of(grade(options, *(w for one in ledgers for w in ("--merge", one)), "--json"))


def compared(name, marks, whole):
    """How many marks differ. First lines may, where the search for a line ran out of time."""
    assert marks.keys() == whole.keys()
    marks_differ = [key for key in whole if marks[key][:2] != whole[key][:2]]
    lines_differ = sum(marks[key][2] != whole[key][2] for key in whole)
    for key in marks_differ[:20]:
        print("differs:", *key, whole[key], marks[key])
    print(f"{name}: {len(marks_differ)} marks differ, {lines_differ} first lines", flush=True)
    return len(marks_differ)


def used():
    times = resource.getrusage(resource.RUSAGE_CHILDREN)
    return times.ru_utime + times.ru_stime


def measured(name, what):
    """The marks; prints how long they took."""
    start, work = time.monotonic(), used()
    marks = what()
    print(f"{name}: {len(marks)} marks, {time.monotonic() - start:.0f} s, "
          f"{used() - work:.0f} s of processor time", flush=True)
    return marks


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    words.add_argument("folder", type=pathlib.Path, help="for the class and its ledgers; must be new")
    words.add_argument("--exercise", action="append", dest="exercises")
    words.add_argument("--students", type=int, default=500)
    words.add_argument("--copies", type=int, default=40, help="of each solution, with a comment of their own")
    words.add_argument("--kills", type=int, default=12)
    words.add_argument("--longest", type=float, default=60, help="seconds until a kill, at most")
    words.add_argument("--parts", type=int, action="append", default=[])
    words.add_argument("--jobs", type=int, default=1)
    words.add_argument("--seed", type=int, default=7)
    options = words.parse_args()
    exercises = options.exercises or ["05_reduction/ragged", "02_warp_divergence/two_ifs",
                                      "04_parallelism/grid_stride"]
    chance = random.Random(options.seed)
    options.folder = options.folder.resolve()
    options.folder.mkdir(parents=True)
    distinct = make_class(options.folder / "class", exercises, options.students, options.copies, chance)
    print(f"{options.students * len(exercises)} answers, {distinct} of them different", flush=True)

    ledger = options.folder / "ledger-kills"
    killed = measured("with kills", lambda: grade_with_kills(options, ledger, chance))
    assert verdicts_in(ledger) == options.students * len(exercises), "not every answer has a verdict"
    whole = measured("at one go", lambda: marks_of(grade(
        options, "--seed", options.seed, "--ledger", options.folder / "ledger-whole", "--json")))
    different = compared("with kills", killed, whole)
    for parts in options.parts:
        merged = measured(f"{parts} parts", lambda n=parts: grade_in_parts(options, n))
        different += compared(f"{parts} parts", merged, whole)
    shutil.rmtree(options.folder / "class")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
