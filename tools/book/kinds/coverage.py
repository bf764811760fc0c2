"""What the emulator has of the CUDA runtime, of the driver API and of PTX, from its own tables.

    <!-- book functions -->
    <!-- book driver -->
    <!-- book instructions -->
"""
from ..emulator import functions, instructions
from ..kind import PageKind


class KIND(PageKind):
    name = "coverage"
    summary = "functions and instructions that the emulator has"
    reads = "the emulator's tables, docs/data/ptx-isa.txt, the toolkit's headers"
    writes = "pages, below `book functions`, `book driver` and `book instructions`"
    needs = "the emulator, built; nvcc"
    words = ("functions", "driver", "instructions")

    def content(self, marker, checkout):
        if marker.word == "driver":
            return functions.driver_content(checkout)
        return (functions if marker.word == "functions" else instructions).content(checkout)
