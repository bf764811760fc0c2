"""A terminal (tmux) in which a program runs that is driven by keys, and what its screen shows."""
import os
import pathlib
import re
import shlex
import subprocess
import tempfile
import time

# What a learner may press next is in the last lines of the watch: then it waits for keys.
WAITS = re.compile(r"q:quit|enter:keep|y:yes|\[y/N\] *\w?$")
BUSY = re.compile(r"^(checking .*|looking for the line to blame|estimating its time on a GPU) \.\.\.$", re.MULTILINE)
COLOURS = ["", "red", "green", "yellow", "blue", "magenta", "cyan", ""]


class Terminal:
    """With COLUMNS and ROWS, running a command line of the shell."""

    def __init__(self, command, columns, rows, folder, environment):
        self.work = tempfile.TemporaryDirectory()
        self.ended = pathlib.Path(self.work.name, "ended")
        self.environment = {**environment, "TMUX_TMPDIR": self.work.name, "LC_ALL": "C.UTF-8"}
        self.tmux("new-session", "-d", "-s", "it", "-x", str(columns), "-y", str(rows),
                  "-c", str(folder),
                  f"{command}; touch {shlex.quote(str(self.ended))}; exec sleep 1000")

    def tmux(self, *words):
        return subprocess.run(["tmux", "-f", os.devnull, "-L", "screens", *words], check=True,
                              env=self.environment, capture_output=True, text=True).stdout

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run(["tmux", "-L", "screens", "kill-server"], env=self.environment,
                       capture_output=True)
        self.work.cleanup()

    def text(self):
        return self.tmux("capture-pane", "-p", "-t", "it")

    def coloured(self):
        """The lines of the screen with their escape sequences."""
        return self.tmux("capture-pane", "-e", "-p", "-t", "it").rstrip("\n").split("\n")

    def settle(self, seconds=180):
        """Waits until the program has ended, or waits for keys."""
        end, before, same = time.monotonic() + seconds, None, 0
        while same < 4:
            if time.monotonic() > end:
                raise TimeoutError(f"the screen does not come to rest:\n{before}")
            time.sleep(0.15)
            now = self.text()
            at_rest = self.ended.exists() or (WAITS.search(now.rstrip()) and not BUSY.search(now))
            same = same + 1 if at_rest and now == before else 0
            before = now

    def press(self, key):
        self.tmux("send-keys", "-t", "it", key)
        self.settle()


def runs(line):
    """A line with escape sequences as pieces of text with their kinds: [("wrong", "bold red")]."""
    made, on = [], {"bold": False, "dim": False, "colour": ""}
    for part in re.split(r"(\x1b\[[\d;:]*m|\x1b[()].|[\x0e\x0f])", line):
        if part.startswith("\x1b[") and part.endswith("m"):
            for code in part[2:-1].split(";"):
                change(on, int(code or 0))
        elif part and not part.startswith(("\x1b", "\x0e", "\x0f")):
            kinds = [kind for kind in ("bold", "dim") if on[kind]] + [on["colour"]]
            if kinds == ["bold", "dim", ""]:
                kinds = ["dim"]
            made.append((part, " ".join(filter(None, kinds))))
    return made


def change(on, code):
    """What an SGR code does to what is on."""
    if code == 0:
        on.update(bold=False, dim=False, colour="")
    elif code in (1, 2):
        on["bold" if code == 1 else "dim"] = True
    elif code == 22:
        on.update(bold=False, dim=False)
    elif 30 <= code <= 37 or 90 <= code <= 97:
        on["colour"] = COLOURS[code % 10]
    elif code == 39:
        on["colour"] = ""
