#!/usr/bin/env python3
"""Verdicts of all kinds, written for other programs, against the schemas of these programs.

Grades answers on the fixture course. Usage: validate.py TUTOR COURSE CHECKOUT. Needs xmllint
(libxml2-utils) and python3-jsonschema; what is not here is not validated, which is said, with exit
code 77.
"""

import copy
import csv
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

try:
    import jsonschema
except ImportError:
    jsonschema = None
XMLLINT = shutil.which("xmllint")

HERE = pathlib.Path(__file__).resolve().parent
TUTOR, COURSE, CHECKOUT = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
EXERCISE = "exercises/01_first/square.cu"
FORMATS = {"junit": "results.xml", "exercism": "exercism.json", "gradescope": "gradescope.json", "csv": "marks.csv"}

# What a learner's program may print, and have in names: control characters, bytes that are no
# UTF-8, the code points that XML forbids, the ends of sections, escapes of terminals, a formula.
HOSTILE = rb"]]> <![CDATA[ &amp; \" ' \\ \x01\x08\x0b\x1b[31m \x7f \xff\xfe \xc0\x80 \xed\xa0\x80 \xef\xbf\xbe \xef\xbf\xbf \r\n, =1+1"
ANSWERS = {
    "prints_and_crashes": (2, b"""#include <cstdio>
#include <cstdlib>
#include "01_first/square.hpp"
int square(int) { std::fwrite("%s", 1, sizeof "%s" - 1, stdout); std::fflush(stdout); std::abort(); }
""" % (HOSTILE, HOSTILE)),
    "tells_a_case_of_its_own": (2, rb"""#include <unistd.h>
#include <cstdio>
#include "01_first/square.hpp"
int square(int n) {
  const char* record = "{\"type\":\"case\",\"suite\":\"=results]]>\\u0001\",\"name\":\"\\ufffe<a & b>\\u001b\\n\","
      "\"passed\":false,\"failures\":[{\"message\":\"=cmd\\u0000]]>\\ud83d\\ude00\\nmore\",\"file\":\"\",\"line\":0}]}\n";
  stdout->_fileno = 3;
  if (n == 0) std::fputs(record, stdout);
  std::fflush(stdout);
  return n * n;
}
"""),
    "writes_bytes_that_are_no_record": (2, rb"""#include <unistd.h>
#include <cstdio>
#include "01_first/square.hpp"
int square(int n) {
  stdout->_fileno = 3;
  std::fputs("\xff\x01{\n", stdout);
  std::fflush(stdout);
  return n * n;
}
"""),
    "error_with_strange_bytes": (1, b"#error ]]> <&> \xff\xfe \x1b[31m\n"),
    "very_long_error": (1, b'#error "' + b"\xc3\xa9" * 60000 + b'"\n'),
}
# Of the fixture: all verdicts.
OF_THE_COURSE = {"solution": 0, "does_not_compile": 1, "crashes": 2, "exits": 2, "floods": 2, "forges": 2, "wrong": 3,
                 "host_loop": 4, "device_loop": 4, "out_of_bounds": 6, "races": 6, "slow": 7, "warns": 3}


def schema(path):
    return json.loads((CHECKOUT / path).read_text())


def schema_of_class():
    """One document: it refers to definitions of the other."""
    text = (CHECKOUT / "docs/schemas/grade.json").read_text().replace("verify.json#/", "#/")
    return {**json.loads(text), "$defs": schema("docs/schemas/verify.json")["$defs"]}


SCHEMAS = {
    "exercism": schema("tools/tutor/tests/exports/schemas/exercism.json"),
    "gradescope": schema("tools/tutor/tests/exports/schemas/gradescope.json"),
    "json": schema("docs/schemas/verify.json"),
    "class": schema_of_class(),
}


class Invalid(Exception):
    pass


def validate_json(kind, data):
    document = json.loads(data.decode())  # UTF-8, and nothing but JSON
    if jsonschema is None:
        return
    try:
        jsonschema.Draft202012Validator(SCHEMAS[kind]).validate(document)
    except jsonschema.ValidationError as problem:
        raise Invalid(f"{kind}: {problem.json_path}: {problem.message}") from None


def validate_junit(data):
    if XMLLINT is None:
        return
    command = [XMLLINT, "--noout", "--nonet", "--schema", HERE / "schemas/junit.xsd", "-"]
    end = subprocess.run(command, input=data, capture_output=True)
    if end.returncode != 0:
        raise Invalid("junit: " + end.stderr.decode(errors="replace"))


def validate_csv(data):
    """RFC 4180, with UTF-8 for its text (RFC 7111): lines end with CRLF, all have as many cells."""
    text = data.decode()
    if not text.endswith("\r\n"):
        raise Invalid("csv: the last line has no CRLF")
    outside = "".join(text.split('"')[::2])  # of quotes
    if outside.replace("\r\n", "").count("\r") or outside.replace("\r\n", "").count("\n"):
        raise Invalid("csv: a line ends without CRLF, or its end is not quoted")
    if any((c < " " and c not in "\r\n\t") or c == "\x7f" for c in text):
        raise Invalid("csv: control characters")
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except csv.Error as problem:
        raise Invalid(f"csv: {problem}") from None
    if {len(row) for row in rows} != {len(rows[0])}:
        raise Invalid("csv: lines of different lengths")
    for row in rows:
        for cell in row:
            if cell[:1] in ("=", "+", "-", "@"):
                raise Invalid(f"csv: a formula: {cell}")
    return rows


def validate(kind, data):
    if kind == "junit":
        return validate_junit(data)
    return validate_csv(data) if kind == "csv" else validate_json(kind, data)


class Exports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.course = pathlib.Path(cls.folder.name) / "a course"
        shutil.copytree(COURSE, cls.course)
        subprocess.run("git init -q . && bin/configure . && ninja -C build tools/graders/grade_01_first_square", shell=True,
                       cwd=cls.course, check=True, capture_output=True)
        cls.stub = (cls.course / EXERCISE).read_bytes()
        cls.good = cls.verdict("solution", cls.answer_of("solution"), 0)
        cls.wrong = cls.verdict("wrong", cls.answer_of("wrong"), 3)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def answer_of(cls, name):
        folder = "solutions/01_first/square" if name == "solution" else f"tools/graders/wrong/01_first/square/{name}"
        return (cls.course / f"{folder}.cu").read_bytes()

    @classmethod
    def tutor(cls, *arguments):
        environment = {**os.environ, "LOCKSTEP_ROOT": str(cls.course), "LOCKSTEP_BUILD": str(cls.course / "build"),
                       "LC_ALL": "C"}
        return subprocess.run([TUTOR, "--backend", "emulator", *arguments], cwd=cls.course, env=environment,
                              capture_output=True)

    @classmethod
    def verdict(cls, name, answer, code, which=("square",)):
        """All forms of the verdict on an answer, by kind."""
        file = cls.course / EXERCISE
        file.write_bytes(answer)
        # The build tool compares times; answers that follow each other quickly must still be new.
        cls.saves = getattr(cls, "saves", 0) + 1
        now = file.stat().st_mtime + cls.saves
        os.utime(file, (now, now))
        options = [word for kind, file in FORMATS.items() for word in (f"--{kind}", str(cls.course / file))]
        end = cls.tutor("verify", *which, "--seed", "7", "--time-limit", "1", "--json", *options)
        if end.returncode != code:
            raise AssertionError(f"{name}: exit code {end.returncode}, not {code}:\n{end.stdout}\n{end.stderr}")
        return {"json": end.stdout, **{kind: (cls.course / file).read_bytes() for kind, file in FORMATS.items()}}

    def check(self, name, forms):
        for kind, data in forms.items():
            with self.subTest(answer=name, kind=kind):
                validate(kind, data)

    def test_every_verdict(self):
        for name, code in OF_THE_COURSE.items():
            self.check(name, self.verdict(name, self.answer_of(name), code))

    def test_strange_bytes_in_names_and_messages(self):
        for name, (code, answer) in ANSWERS.items():
            self.check(name, self.verdict(name, answer, code))

    def test_a_stub_and_several_exercises_at_once(self):
        self.check("stub", self.verdict("stub", self.stub, 3))
        for name, code in (("does_not_compile", 1), ("solution", 0)):
            self.check(f"{name}, all", self.verdict(name, self.answer_of(name), code, which=("--all",)))

    def test_numbers_agree(self):
        rows = validate_csv(self.wrong["csv"])
        line = dict(zip(rows[0], rows[1]))
        verdict = json.loads(self.wrong["json"])["exercises"][0]
        gradescope = json.loads(self.wrong["gradescope"])
        self.assertEqual(line["status"], verdict["status"])
        self.assertEqual(float(line["points"]), verdict["points"])
        self.assertEqual(gradescope["score"], verdict["points"])
        self.assertEqual(line["headline"], verdict["headline"])

    def test_a_class(self):
        """Names of students may be anything that a folder's name may be."""
        students = self.course.parent / "class"
        answers = {"ada <&> ]]>": "solution", "=cmd": "wrong", "caf\u00e9 \udcff": "crashes", "tab\tline\n": "slow",
                   "none": None}
        for name, answer in answers.items():
            (students / name).mkdir(parents=True)
            if answer:
                (students / name / "square.cu").write_bytes(self.answer_of(answer))
        out = self.course.parent / "out"
        end = self.tutor("grade", students, "--seed", "7", "--trust", "--json", "--csv", out / "marks.csv", "--totals",
                         out / "totals.csv", "--junit", out / "results.xml", "--gradescope", out / "gradescope")
        self.assertEqual(end.returncode, 0, end.stderr)
        self.check("class", {"class": end.stdout, "junit": (out / "results.xml").read_bytes()})
        self.assertEqual(len(validate_csv((out / "totals.csv").read_bytes())), 1 + len(answers))
        self.assertEqual(len(validate_csv((out / "marks.csv").read_bytes())), 1 + len(answers))
        files = sorted((out / "gradescope").glob("*/results.json"))
        self.assertEqual(len(files), len(answers))
        for file in files:
            validate("gradescope", file.read_bytes())

    def refused(self, kind, change):
        """What the validation is worth: a document that is broken in one place must not pass."""
        if (jsonschema if kind in SCHEMAS else XMLLINT if kind == "junit" else True) is None:
            return
        with self.subTest(kind=kind), self.assertRaises(Invalid):
            if kind in SCHEMAS:
                document = copy.deepcopy(json.loads(self.wrong[kind]))
                change(document)
                validate(kind, json.dumps(document).encode())
            else:
                changed = change(self.wrong[kind])
                self.assertNotEqual(changed, self.wrong[kind])
                validate(kind, changed)

    def test_broken_documents_are_refused(self):
        self.refused("json", lambda d: d["exercises"][0].update(status="good"))
        self.refused("json", lambda d: d["exercises"][0].pop("points"))
        self.refused("json", lambda d: d["exercises"][0].update(exit_code=0))
        self.refused("exercism", lambda d: d.update(version=2))
        self.refused("exercism", lambda d: d.update(status="pass"))
        self.refused("exercism", lambda d: d["tests"][0].pop("name"))
        self.refused("exercism", lambda d: d["tests"][0].update(message="x" * 70000))
        self.refused("exercism", lambda d: d.update(status="error"))
        self.refused("gradescope", lambda d: d["tests"][0].update(status="crashed"))
        self.refused("gradescope", lambda d: d["tests"][0].update(score="3"))
        self.refused("gradescope", lambda d: d.update(visibility="all"))
        self.refused("junit", lambda x: x.replace(b' timestamp="', b' when="'))
        self.refused("junit", lambda x: x.replace(b"</failure>", b"]]></failure>"))
        self.refused("junit", lambda x: x.replace(b"</failure>", b"\x01</failure>"))
        self.refused("junit", lambda x: x.replace(b' failures="1"', b' failures="one"'))
        self.refused("csv", lambda x: x.replace(b"\r\n", b"\n"))
        self.refused("csv", lambda x: x.replace(b'"', b""))
        self.refused("csv", lambda x: x.replace(b"wrong_result", b"=wrong"))


if __name__ == "__main__":
    result = unittest.main(argv=sys.argv[:1], exit=False, verbosity=1).result
    missing = [name for name, found in (("xmllint", XMLLINT), ("python3-jsonschema", jsonschema)) if not found]
    if result.wasSuccessful() and missing:
        print(f"skipped: not validated without {' and '.join(missing)}")
        sys.exit(77)
    sys.exit(not result.wasSuccessful())
