"""Traces of the chapters' own programs, as `lockstep trace --json` gives them."""
import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Tracer:
    """Runs programs of the build folder `build`; a trace that was asked for is kept."""

    def __init__(self, build):
        self.build = pathlib.Path(build).resolve()
        self.kept = {}

    def __call__(self, program, arguments, **limits):
        """`program` as in "05_reduction/demo". Limits are options of `lockstep trace`."""
        chapter, name = program.split("/")
        path = self.build / "chapters" / chapter / "programs" / f"{chapter}_{name}"
        options = [word for key, value in limits.items() for word in (f"--{key}", str(value))]
        command = [str(self.build / "tutor/lockstep-tutor"), "trace", "--json", "--device", "h200",
                   *options, str(path), *arguments.split()]
        key = tuple(command)
        if key not in self.kept:
            environment = {**os.environ, "LOCKSTEP_ROOT": str(ROOT),
                           "LOCKSTEP_BUILD": str(self.build)}
            done = subprocess.run(command, env=environment, capture_output=True, text=True)
            if done.returncode != 0:
                raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr}")
            self.kept[key] = json.loads(done.stdout)
        return self.kept[key]


def traced_launches(trace):
    return [launch for launch in trace["launches"] if launch["traced"]]


def lanes(mask):
    return [lane for lane in range(32) if mask >> lane & 1]


def phases(warp):
    """The steps of a warp between barriers: a list of lists."""
    result = [[]]
    for step in warp["steps"]:
        if step["kind"] == "leave":
            result.append([])
        result[-1].append(step)
    return result


def accesses(steps, kind, space):
    """(lanes by number, element indices by lane) of the accesses of such a kind, of 4-byte words."""
    for step in steps:
        if step["kind"] != kind:
            continue
        for access in step.get("accesses", []):
            if access["space"] == space:
                yield {lane: access["addresses"][lane] // 4 for lane in lanes(access["lanes"])}
