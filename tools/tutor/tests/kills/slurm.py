#!/usr/bin/env python3
"""Grades a made-up class as a Slurm array job, one part of which is killed and put back in the queue.

Starts a cluster of one node in FOLDER (Debian: slurm-wlm, munge), as root, and stops it at the end.
The array's script is the one in docs/instructors.md. The merged marks must be those of a single run.

    tools/tutor/tests/kills/slurm.py FOLDER --students 60 --parts 8
"""
import argparse
import contextlib
import importlib
import os
import pathlib
import random
import re
import secrets
import socket
import subprocess
import sys
import time

kills = importlib.import_module("class")  # beside this file

CONFIGURATION = """\
ClusterName=one
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldPort=16817
SlurmdPort=16818
NodeName={host} NodeAddr=127.0.0.1 CPUs={cores} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


@contextlib.contextmanager
def cluster(folder):
    for name in ("state", "spool"):
        (folder / name).mkdir()
    folder.chmod(0o755)
    key = folder / "munge.key"
    key.write_bytes(secrets.token_bytes(128))
    key.chmod(0o400)
    host = socket.gethostname()
    (folder / "slurm.conf").write_text(CONFIGURATION.format(host=host, folder=folder, cores=os.cpu_count()))
    os.environ["SLURM_CONF"] = str(folder / "slurm.conf")
    with contextlib.ExitStack() as stack:
        def start(*words):
            log = stack.enter_context(open(folder / (pathlib.Path(words[0]).name + ".log"), "w"))
            run = stack.enter_context(subprocess.Popen(words, stdout=log, stderr=log))
            stack.callback(run.terminate)
        start("munged", "--foreground", "--force", "--key-file", str(key), "--socket",
              str(folder / "munge.socket"), "--pid-file", str(folder / "munge.pid"), "--log-file",
              str(folder / "munge.log"), "--seed-file", str(folder / "munge.seed"))
        time.sleep(1)
        start("slurmctld", "-D")
        start("slurmd", "-D")
        until("the node is idle", lambda: "idle" in said("sinfo", "--noheader"), 60)
        yield


def said(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False).stdout


def until(what, holds, seconds):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        time.sleep(1)


def documented_script(options, ledger):
    """As instructors read it, with this class and this ledger."""
    page = (kills.ROOT / "docs/instructors.md").read_text()
    script = re.search(r"```sh\n(#!/bin/sh\n#SBATCH.*?)```", page, re.DOTALL).group(1)
    return (script.replace("--array=1-8", f"--array=1-{options.parts}").replace("/8\"", f"/{options.parts}\"")
            .replace("../class", str(options.folder / "class")).replace("../verdicts", str(ledger)))


def grade_as_array(options, ledger):
    script = options.folder / "grade.sh"
    script.write_text(documented_script(options, ledger))
    os.environ["seed"] = str(options.seed)
    submitted = said("sbatch", "--parsable", "--chdir", str(kills.ROOT), "--output",
                     str(options.folder / "part-%a.out"), str(script)).strip()
    assert submitted.isdigit(), submitted
    until("a verdict of the first part", lambda: ledger.exists() and kills.verdicts_in(ledger) > 2, 300)
    print("requeue:", said("scontrol", "requeue", f"{submitted}_1").strip() or "done", flush=True)
    kept = kills.verdicts_in(ledger)
    print(f"killed with {kept} verdicts kept", flush=True)
    until("the array ends", lambda: not said("squeue", "--noheader").strip(), 3600)
    restarts = re.search(r"Restarts=(\d+)", said("scontrol", "show", "job", f"{submitted}_1"))
    print("the first part was started again", restarts.group(1) if restarts else "?", "times", flush=True)
    return kills.marks_of(kills.grade(options, "--merge", ledger, "--json"))


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    words.add_argument("folder", type=pathlib.Path, help="for the class and the cluster; must be new")
    words.add_argument("--students", type=int, default=60)
    words.add_argument("--copies", type=int, default=10, help="of each solution, with a comment of their own")
    words.add_argument("--parts", type=int, default=8)
    words.add_argument("--jobs", type=int, default=1)
    words.add_argument("--seed", type=int, default=7)
    options = words.parse_args()
    options.folder = options.folder.resolve()
    options.folder.mkdir(parents=True)
    exercises = ["05_reduction/ragged", "04_parallelism/grid_stride"]
    distinct = kills.make_class(options.folder / "class", exercises, options.students, options.copies,
                                random.Random(options.seed))
    print(f"{options.students * len(exercises)} answers, {distinct} of them different", flush=True)
    with cluster(options.folder):
        merged = kills.measured(f"{options.parts} parts", lambda: grade_as_array(options, options.folder / "ledger"))
    whole = kills.measured("at one go", lambda: kills.marks_of(kills.grade(
        options, "--seed", options.seed, "--ledger", options.folder / "ledger-whole", "--json")))
    return 1 if kills.compared(f"{options.parts} parts", merged, whole) else 0


if __name__ == "__main__":
    sys.exit(main())
