"""Reports of the checks on small examples, and what NVIDIA's tools find.

    <!-- book report race -->        the example's code, and the findings that it is named after
    <!-- book sanitizer -->          how many cases each tool of Compute Sanitizer finds
"""
import re
import subprocess

from ..emulator import compute_sanitizer
from ..kind import PageKind
from ..markers import Mistake

EXAMPLES = "tools/emulator/tests/reports"  # in the source tree, and in the build folder
PROGRAMS = ["report_examples", "report_examples_device_launch"]


def example_code(sources, name):
    """The code between `// [NAME]` and `// [end]`, moved to the left."""
    code, inside, indent = [], False, None
    for line in "\n".join(sources).split("\n"):
        words = line.lstrip(" ")
        if words == "// [end]":
            inside = False
        if inside:
            if indent is None and line:
                indent = len(line) - len(words)
            code.append(line[indent or 0:])
        if words == f"// [{name}]":
            inside, indent = True, None
    return "\n".join(code)


def findings(printed, name):
    """The findings of the kind that an example is named after. Addresses of device memory differ
    from run to run in all but their last digits: these are kept."""
    kept = []
    for finding in re.split(r"\n\n+", printed.strip("\n")):
        kind = re.sub(r"[^\n]*: (error|warning): ", "", finding, count=1).partition(":")[0]
        if kind and name.startswith(kind):
            kept.append(finding)
    return re.sub(r"0x7[0-9a-f]{8}([0-9a-f]{3})", r"0x7f0000000\1", "\n\n".join(kept))


class KIND(PageKind):
    name = "reports"
    summary = "reports of the checks on small examples"
    reads = f"{EXAMPLES}/, docs/data/{compute_sanitizer.COUNTS}"
    writes = "pages, below `book report NAME` and `book sanitizer`"
    needs = "the tutor, the emulator and the examples, built"
    words = ("report", "sanitizer")

    def parts(self, checkout):
        self.sources = [path.read_text(encoding="utf-8")
                        for path in sorted((checkout.root / EXAMPLES).glob("*.cu"))]
        self.programs = {}  # by the names of the examples that they have
        for name in PROGRAMS:
            program = checkout.built(f"{EXAMPLES}/{name}")
            listed = subprocess.run([program, "--list"], env=checkout.emulated(), check=True,
                                    capture_output=True, text=True).stdout
            self.programs.update(dict.fromkeys(listed.split(), program))
        yield from super().parts(checkout)

    def report(self, name, checkout):
        """What the check prints for an example."""
        limit = "0.2" if name == "timeout" else "60"
        command = [checkout.tutor, "check", "--backend", "emulator", "--workers", "1", "--leaks",
                   "--timeout", limit, self.programs[name], name]
        done = subprocess.run(command, cwd=checkout.root / EXAMPLES, env=checkout.environment(),
                              stdin=subprocess.DEVNULL, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        found = findings(done.stdout, name)
        if not found:
            raise Mistake(f"the check finds nothing that '{name}' is named after; it prints:\n"
                          + done.stdout.strip())
        return found

    def content(self, marker, checkout):
        if marker.word == "sanitizer":
            return compute_sanitizer.summary(checkout)
        name = marker.arguments
        if name not in self.programs:
            raise Mistake(f"{EXAMPLES} has no example '{name}'; there are "
                          f"{', '.join(sorted(self.programs))}")
        return (f"```cpp\n{example_code(self.sources, name)}\n```\n\n"
                f"```\n{self.report(name, checkout)}\n```")
