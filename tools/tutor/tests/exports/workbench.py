#!/usr/bin/env python3
"""What profile, check and trace print as JSON, of programs of the chapters, against docs/schemas.

Usage: workbench.py TUTOR CHECKOUT BUILD. Needs python3-jsonschema: without it nothing is validated, exit code 77.
"""
import copy
import json
import os
import pathlib
import subprocess
import sys
import unittest

try:
    import jsonschema
except ImportError:
    print("skipped: not validated without python3-jsonschema")
    sys.exit(77)

TUTOR, CHECKOUT, BUILD = (pathlib.Path(word).resolve() for word in sys.argv[1:4])


def program(name, *arguments):
    chapter = name.rsplit("_", 1)[0]
    return [str(BUILD / "chapters" / chapter / name), *arguments]


SMALL = program("05_reduction_experiment", "--size", "2^10")
MISTAKES = program("05_reduction_mistakes")
NESTED = program("07_dynamic_parallelism_experiment")
LADDER = program("06_unrolling_experiment", "--size", "2^10", "--block", "128", "--once")


def printed(*words):
    end = subprocess.run([TUTOR, *words], capture_output=True,
                         env={**os.environ, "LOCKSTEP_ROOT": str(CHECKOUT), "LOCKSTEP_BUILD": str(BUILD)})
    return json.loads(end.stdout)


def problem_of(command, document):
    """Where the schema of a command is not met; none if it is."""
    schema = json.loads((CHECKOUT / f"docs/schemas/{command}.json").read_text())
    found = jsonschema.Draft202012Validator(schema).iter_errors(document)
    return next((f"{one.json_path}: {one.message[:300]}" for one in found), None)


class Workbench(unittest.TestCase):
    def fits(self, command, *words):
        document = printed(command, "--json", *words)
        self.assertIsNone(problem_of(command, document), words)
        return document

    def test_profiles(self):
        self.assertTrue(self.fits("profile", *SMALL)["launches"])
        launches = self.fits("profile", *NESTED)["launches"]
        self.assertTrue(any(one["parent"] is not None for one in launches))

    def test_checks(self):
        self.assertEqual(self.fits("check", *SMALL)["findings"], [])
        self.assertTrue(self.fits("check", *MISTAKES)["findings"])
        self.assertEqual(len(self.fits("check", "--schedules", "1", *MISTAKES)["runs"]), 2)

    def test_traces(self):
        self.assertTrue(self.fits("trace", *SMALL)["launches"])
        self.assertTrue(any(one["by"] for one in self.fits("trace", *NESTED)["launches"]))

    def test_traces_of_shuffles_and_clusters(self):
        launches = self.fits("trace", "--kernel", "reduce_cluster|reduce_shuffle", *LADDER)["launches"]
        self.assertIn([8, 1, 1], [one.get("cluster") for one in launches])
        steps = [step for one in launches for warp in one["warps"] for step in warp["steps"]]
        self.assertTrue(any("exchange" in step for step in steps))

    def test_broken_documents_are_refused(self):
        for command, change in (("profile", lambda d: d["launches"][0].pop("registers")),
                                ("profile", lambda d: d["launches"][0]["counters"].update(more=1)),
                                ("check", lambda d: d.pop("program_exit")),
                                ("trace", lambda d: d["launches"][0].update(warps=None))):
            document = copy.deepcopy(printed(command, "--json", *SMALL))
            change(document)
            self.assertIsNotNone(problem_of(command, document), command)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
