"""What the emulator counts beside what an H200 counted.

    <!-- book counters -->
"""
import subprocess

from ..kind import PageKind
from ..markers import Mistake

COMPARE = "tools/emulator/tests/counters/compare.sh"


class KIND(PageKind):
    name = "counters"
    summary = "the emulator's counters beside an H200's"
    reads = "docs/data/*_ncu.csv"
    writes = "pages, below `book counters`"
    needs = "the tutor, the emulator and the chapters, built; nvcc; a minute and 1 GB of memory"
    words = ("counters",)
    slow = True

    def content(self, marker, checkout):
        done = subprocess.run(
            [checkout.root / COMPARE, "--markdown", "--large", "--chapters", checkout.tutor],
            cwd=checkout.root, env=checkout.environment(), capture_output=True, text=True)
        if done.returncode != 0:
            raise Mistake(f"{COMPARE} ended with {done.returncode}:\n{done.stderr}")
        return done.stdout
