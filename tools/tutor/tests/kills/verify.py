#!/usr/bin/env python3
"""Ends `verify` at random times, by kill -9 and by Ctrl-C, and counts what stays behind.

Run it in a checkout that is built: the answer to EXERCISE is changed before each call, and put back.

    tools/tutor/tests/kills/verify.py 05_reduction/ragged --kills 100
"""
import argparse
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[4]


def processes_with(text):
    """Those that were started in the temporary folder's environment."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if int(process.name) != os.getpid() and text in (process / "environ").read_bytes():
                found.append((process / "cmdline").read_bytes().replace(b"\0", b" ").decode()[:100])
        except OSError:
            pass
    return found


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    words.add_argument("exercise")
    words.add_argument("--kills", type=int, default=100)
    words.add_argument("--longest", type=float, default=4, help="seconds until a kill, at most")
    options = words.parse_args()
    chance = random.Random(1)
    answer = ROOT / "exercises" / (options.exercise + ".cu")
    before = answer.read_text()
    solution = (ROOT / "solutions" / (options.exercise + ".cu")).read_text()
    early = {signal.SIGKILL: 0, signal.SIGINT: 0}
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "TMPDIR": folder, "LOCKSTEP_ROOT": str(ROOT)}
        call = [str(ROOT / "build/tools/tutor/lockstep-tutor"), "verify", options.exercise]
        try:
            for number in range(options.kills):
                answer.write_text(f"{solution}// {number}\n")
                run = subprocess.Popen(call, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, start_new_session=True)
                time.sleep(chance.uniform(0, options.longest))
                how = signal.SIGINT if number % 2 else signal.SIGKILL
                early[how] += run.poll() is None
                if how == signal.SIGKILL:
                    run.kill()
                elif run.poll() is None:
                    os.killpg(run.pid, how)
                run.wait()
            time.sleep(3)
            left = processes_with(folder.encode())
            files = sorted(os.listdir(folder))
            for name in files:  # as if they had lain there for an hour
                os.utime(os.path.join(folder, name), (time.time() - 3600,) * 2)
            after = subprocess.run(call, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
            files_then = sorted(os.listdir(folder))
        finally:
            answer.write_text(before)
    print(f"{early[signal.SIGKILL]} ended by kill -9 and {early[signal.SIGINT]} by Ctrl-C before their end")
    print(f"{len(left)} processes left {left[:3]}")
    print(f"{len(files)} temporary files left {files[:6]}; {len(files_then)} after the next call {files_then[:6]}")
    print(f"the next call: exit code {after.returncode}, {after.stdout.splitlines()[:1]}")
    return 1 if left or files_then or after.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
