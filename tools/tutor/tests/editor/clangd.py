"""What a learner sees in an editor with clangd: opens each file, as an editor would.

No file may have an error or a warning, and from each #include of the course's own headers one gets
to the header. Usage: clangd.py CLANGD TUTOR CHECKOUT [--all | FILE...]; without files: all stubs, a
program and a header of each chapter and of graders, and some of the tools'; with --all the solutions
and the graders' kernels, too, which takes minutes.
"""

import json
import pathlib
import subprocess
import sys
import urllib.parse

ERROR, WARNING = 1, 2  # severities of the protocol


class Clangd:
    """The language server protocol, as far as it is needed here."""

    def __init__(self, program, root):
        self.process = subprocess.Popen(
            [program, "-j=2", "--background-index=false", "--log=error"],
            cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.last = 0
        self.request("initialize", {"processId": None, "rootUri": root.as_uri(), "capabilities": {}})
        self.notify("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if length == 0:
            sys.exit("clangd has ended")
        return json.loads(self.process.stdout.read(length))

    def notify(self, method, parameters):
        self.send({"method": method, "params": parameters})

    def request(self, method, parameters):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": parameters})
        while (answer := self.receive()).get("id") != self.last or "method" in answer:
            pass
        return answer.get("result")

    def diagnostics(self, uri, text, language):
        """Opens the file and waits for what clangd has to say of it."""
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": language, "version": 1, "text": text}})
        while True:
            message = self.receive()
            if (message.get("method") == "textDocument/publishDiagnostics"
                    and path_of(message["params"]["uri"]) == path_of(uri)):
                return message["params"]["diagnostics"]

    def definition(self, uri, line, column):
        places = self.request("textDocument/definition", {
            "textDocument": {"uri": uri}, "position": {"line": line, "character": column}})
        return [path_of(place["uri"]) for place in places or []]

    def close(self, uri):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def end(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        self.process.wait(timeout=30)


def path_of(uri):
    return pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(uri).path))


def files_to_open(root, everything):
    files = [*root.glob("exercises/*/*.cu"), *root.glob("chapters/*/experiment.cu")]
    if everything:
        files += [*root.glob("solutions/*/*.cu"), *root.glob("tools/graders/*/*_kernels.cu")]
    for folder in [*root.glob("chapters/*"), *root.glob("tools/graders/0*"),
                   root / "common/include/lockstep", root / "common/include/lockstep/reduction"]:
        files += sorted([*folder.glob("*.cuh"), *folder.glob("*.hpp")])[:1]
    # One C++ file of each kind: with nothing, with CUDA's headers, with doctest.
    files += [root / name for name in (
        "tools/tutor/main.cpp", "tools/tutor/editor/editor.hpp", "tools/emulator/src/simt/instruments/checking.cpp",
        "tools/graders/05_reduction/ragged.cpp", "tools/tutor/tests/unit/editor.cpp")]
    return sorted(files)


def own_includes(text):
    """Line, column and name of each #include that must lead into the checkout."""
    for number, line in enumerate(text.splitlines()):
        if line.startswith('#include "') or line.startswith("#include <lockstep/"):
            yield number, len("#include <") + 1, line[len("#include <"):].rstrip('">')


def main():
    program, tutor, root = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]).resolve()
    subprocess.run([tutor, "editor"], check=True)
    names = [name for name in sys.argv[4:] if name != "--all"]
    files = [pathlib.Path(name).resolve() for name in names]
    files = files or files_to_open(root, "--all" in sys.argv)
    server = Clangd(program, root)
    faults = 0
    for file in files:
        text = file.read_text()
        uri = file.as_uri()
        shown = file.relative_to(root)
        language = "cuda-cpp" if file.suffix in (".cu", ".cuh") else "cpp"
        for one in server.diagnostics(uri, text, language):
            if one.get("severity", ERROR) <= WARNING:
                faults += 1
                line = one["range"]["start"]["line"] + 1
                print(f"{shown}:{line}: {one['message']} [{one.get('code', '')}]")
        for line, column, name in own_includes(text):
            found = server.definition(uri, line, column)
            if not any(place.is_file() and str(place).endswith(name.removeprefix("../"))
                       and root in place.parents and not place.is_symlink()
                       and place == place.resolve() for place in found):
                faults += 1
                print(f"{shown}:{line + 1}: {name} leads to {[str(place) for place in found]}")
        server.close(uri)
    server.end()
    print(f"{len(files)} files, {faults} faults")
    return 1 if faults or not files else 0


if __name__ == "__main__":
    sys.exit(main())
