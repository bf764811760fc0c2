"""Traces of the chapters' own programs, as `lockstep trace --json` gives them."""
import json
import subprocess

from ..markers import Mistake


class Tracer:
    """Runs programs of a checkout's build; a trace that was asked for once is kept."""

    def __init__(self, checkout):
        self.checkout = checkout
        self.kept = {}

    def __call__(self, program, arguments, **limits):
        """`program`: a chapter, for its headline, or as in "07_dynamic_parallelism/hello". Limits
        are options of `lockstep trace`."""
        limits = {"device": "h200", **limits}
        options = [word for key, value in limits.items() for word in (f"--{key}", str(value))]
        command = [str(self.checkout.tutor), "trace", "--json", *options,
                   str(self.checkout.program(*program.split("/"))), *arguments.split()]
        key = tuple(command)
        if key not in self.kept:
            done = subprocess.run(command, env=self.checkout.environment(), capture_output=True,
                                  text=True)
            if done.returncode != 0:
                raise Mistake(f"{' '.join(command)} failed:\n{done.stderr}")
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
