"""What pages say of the emulator: its functions, its instructions, what its checks report."""
import unittest

from ..emulator import compute_sanitizer, functions, instructions
from ..kinds.reports import example_code, findings
from .folder import InAFolder

HEADER = """/**
 * \\defgroup CUDART_MEMORY Memory Management
 * \\defgroup CUDART_OLD Old Memory [DEPRECATED] */
extern __host__ cudaError_t CUDARTAPI cudaMalloc(void **devPtr, size_t size);
/** \\addtogroup CUDART_MEMORY */
extern cudaError_t CUDARTAPI_CDECL cudaFree(void *devPtr);
"""
REFUSALS = """REASON(textures, "there are no textures")
REFUSAL(cudaBind, textures)
REFUSAL(cudaBind_ptsz, textures)
"""


class Functions(unittest.TestCase):
    def test_sections_are_those_of_the_manual(self):
        self.assertEqual(functions.sections([HEADER]),
                         {"cudaMalloc": "Old Memory", "cudaFree": "Memory Management"})

    def test_reasons_of_refused_functions(self):
        self.assertEqual(functions.refused(REFUSALS), {"cudaBind": "there are no textures"})

    def test_a_section_lists_what_works_and_then_what_is_refused(self):
        page = functions.page(["cudaBind", "cudaFree", "cudaMalloc"], {"cudaMalloc": "Memory",
                              "cudaFree": "Memory"}, {"cudaBind": "there are no textures"})
        self.assertEqual(page, "### Memory\n\nSupported: `cudaFree`, `cudaMalloc`.\n\n### Other\n\n"
                               "Refused, because there are no textures: `cudaBind`.")


TABLE = """// 9.7.1 Integers
INSTRUCTION("add", "cc sat", add)
INSTRUCTION("sad", "", sad)
// a comment
"""


class Instructions(unittest.TestCase):
    def test_those_of_the_table_by_section(self):
        self.assertEqual(instructions.supported(TABLE)[1:], [
            "### 9.7.1 Integers", "", "| instruction | modifiers |", "| --- | --- |",
            "| `add` | `cc sat` |", "| `sad` |  |"])

    def test_those_of_the_isa_that_the_table_lacks(self):
        isa = ("# comment\n9.7.1 | add add.cc add.xx tex | there are no textures\n"
               "9.7.2 | sad | none\n")
        self.assertEqual(instructions.refused(TABLE, isa)[5:],
                         ["| 9.7.1 | `add.xx`, `tex` | there are no textures |"])


SOURCE = """  // [race]
    first();

      second();
  // [end]
  // [other]
  third();
  // [end]"""
PRINTED = """a.cu:3: error: race: two warps write 0x7ffff1234abc
  more

a.cu:9: warning: leak: 4 bytes

2 findings
"""


class Reports(unittest.TestCase):
    def test_the_code_of_an_example_is_moved_to_the_left(self):
        self.assertEqual(example_code([SOURCE], "race"), "first();\n\n  second();")
        self.assertEqual(example_code(["", SOURCE], "other"), "third();")

    def test_findings_of_the_kind_that_the_example_is_named_after(self):
        self.assertEqual(findings(PRINTED, "race_between_blocks"),
                         "a.cu:3: error: race: two warps write 0x7f0000000abc\n  more")
        self.assertEqual(findings(PRINTED, "leak"), "a.cu:9: warning: leak: 4 bytes")


COUNTS = """# machine
case,expected,alone,memcheck,racecheck,initcheck,synccheck
a,race shared,ok,0,3,0,0
b,race shared (warning),ok,0,0,0,0
c,race shared,ok,not run,not run,not run,not run
d,clean,ok,0,1,0,0
e,"race shared, warp_race shared",ok,0,0,0,0
"""


class Sanitizer(InAFolder):
    def test_cases_by_class_and_tool(self):
        self.write("docs/data/h200_compute_sanitizer.csv", COUNTS)
        self.write("tools/emulator/tests/checks/open.txt", "# open\ne: not found\nd: found\n")
        self.assertEqual(compute_sanitizer.summary(self.checkout).split("\n")[2:], [
            "| `race shared` | 2 |  | 1 |  |  | 1 | 1 |",
            "| `race shared, a warning` | 1 |  |  |  |  | 0 | 1 |",
            "| no bug: false alarms | 1 |  | 1 |  |  | 1 | 1 |", "",
            "4 cases ran on the GPU; for 1 the time was up."])


if __name__ == "__main__":
    unittest.main()
