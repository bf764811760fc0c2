"""What is drawn of the records of `lockstep bench`; drawn where there is matplotlib."""
import importlib.util
import json
import pathlib
import tempfile
import unittest

from ..plots import bench

MACHINE = {"record": "machine", "device": "G100", "compute_capability": "9.0",
           "multiprocessors": 100, "peak_gbps": 4000, "sm_mhz": 1000}


def result(kernel, size, us, **more):
    one = {"record": "result", "chapter": "06_unrolling", "kernel": kernel, "type": "int",
           "operation": "sum", "elements": size, "residency": "dram", "bytes": 4 * size, "us": us,
           "right": True}
    return {**one, **more}


def plots_of(*records):
    text = "\n".join(json.dumps(one) for one in (MACHINE, *records))
    return bench.plots_of(*bench.read_run(text))


LADDER = "06_unrolling_ladder_int_sum_dram"
SIZES = "06_unrolling_sizes_int_sum_dram"
ROOFLINE = "06_unrolling_roofline"


class Plots(unittest.TestCase):
    def test_one_size_has_no_curves(self):
        self.assertEqual(list(plots_of(result("01", 1024, 2))), [LADDER])

    def test_curves_are_of_the_fastest_and_of_what_they_are_compared_with(self):
        records = [result(f"{k:02}", size, k) for k in range(1, 20) for size in (1024, 4096)]
        records += [result("read only", size, 30) for size in (1024, 4096)]
        plot, rows = plots_of(*records)[SIZES]
        self.assertEqual([s["label"] for s in plot["series"]],
                         ["01", "02", "03", "04", "05", "06", "07", "08", "read only"])
        self.assertEqual(plot["levels"], {"4,000, by clock and bus width": 4000})
        self.assertEqual([r["gbps"] for r in rows if r["name"] == "02"], [2.048, 8.192])
        self.assertEqual([r["power"] for r in rows if r["name"] == "02"], [10, 12])

    def test_the_ladder_is_of_2_to_24_or_the_largest(self):
        plot, rows = plots_of(*[result("01", 1 << k, k) for k in (20, 24, 28)])[LADDER]
        self.assertEqual(plot["title"], "sum of int, 2^24 elements, from DRAM, G100")
        self.assertEqual(len(rows), 1)
        plot, _ = plots_of(*[result("01", size, 1) for size in (1000, 3000)])[LADDER]
        self.assertEqual(plot["title"], "sum of int, 3,000 elements, from DRAM, G100")

    def test_kernels_that_are_not_about_memory_have_times(self):
        records = [result(name, 0, us, type="", operation="", residency="", bytes=0)
                   for name, us in (("launch", 2.5), ("graph", 1.5))]
        plots = plots_of(*records)
        self.assertEqual(list(plots), ["06_unrolling_ladder"])
        plot, rows = plots["06_unrolling_ladder"]
        self.assertEqual(plot["labels"], ["", "us"])
        self.assertEqual([r["value"] for r in rows], [2.5, 1.5])

    def test_roofs_are_the_memory_and_the_adders(self):
        plot, rows = plots_of(result("read only", 1 << 20, 1100),
                              result("22", 1 << 20, 1200))[ROOFLINE]
        self.assertEqual([s["label"] for s in plot["series"]],
                         ["memory, by clock and width", "memory, as a kernel reads it",
                          "additions of int", "22, sum of int"])
        self.assertEqual({r["y"] for r in rows if r["name"] == "additions of int"}, {12800.0})
        self.assertEqual([r["x"] for r in rows if r["name"] == "22, sum of int"], [0.25])

    def test_under_the_roofs_are_kernels_from_the_slowest_to_the_fastest(self):
        records = [result(f"{k:02}", 1 << 24, k) for k in range(1, 12)]
        records += [result("01", 1 << 24, us, type="double") for us in (7,)]
        records += [result("01", 1 << 24, 1, operation="max"), result("CUB", 1 << 24, 1)]
        plot, _ = plots_of(result("read only", 1 << 20, 1100), *records)[ROOFLINE]
        self.assertEqual([s["label"] for s in plot["series"]][4:],
                         ["01, sum of double", "11, sum of int", "09, sum of int",
                          "07, sum of int", "05, sum of int", "03, sum of int", "01, sum of int"])

    def test_no_roofline_without_a_ceiling(self):
        self.assertNotIn(ROOFLINE, plots_of(result("22", 1 << 20, 1200)))

    def test_the_last_result_of_a_case_counts_and_wrong_ones_do_not(self):
        _, rows = plots_of(result("01", 1024, 2), result("01", 1024, 4),
                           result("02", 1024, None, right=False))[LADDER]
        self.assertEqual([(r["name"], r["value"]) for r in rows], [("01", 1.024)])

    def test_lines_that_are_no_records(self):
        machine, chapters = bench.read_run("nonsense\n[]\n" + json.dumps(MACHINE))
        self.assertEqual((machine["device"], chapters), ("G100", {}))

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not here")
    def test_drawn(self):
        with tempfile.TemporaryDirectory() as folder:
            records = pathlib.Path(folder) / "records.jsonl"
            results = [result(name, size, 2) for name in ("read only", "22")
                       for size in (1024, 4096)]
            records.write_text("\n".join(json.dumps(one) for one in (MACHINE, *results)))
            self.assertEqual(bench.main([str(records), folder + "/plots"]), 0)
            for name in (LADDER, SIZES, ROOFLINE):
                self.assertIn("<svg", (pathlib.Path(folder) / "plots" / f"{name}.svg").read_text())


if __name__ == "__main__":
    unittest.main()
