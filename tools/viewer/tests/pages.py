"""Pages of the viewer in a headless browser, for tests and captures."""
import functools
import http.server
import os
import pathlib
import subprocess
import sys
import threading

TOOLS = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOOLS))
from book.site import browser  # noqa: E402: tools/ has to be on the path first

VIEWER = TOOLS / "viewer"


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves modules, which a browser takes from no file, and says nothing."""

    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript"}

    def log_message(self, *_):
        pass


class Served:
    """A folder at an address of this machine; use it in a `with`."""

    def __init__(self, folder):
        handler = functools.partial(Quiet, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)

    def __enter__(self):
        self.thread.start()
        return f"http://127.0.0.1:{self.server.server_address[1]}/"

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


class Tutor:
    """The tutor of a build."""

    def __init__(self, program, checkout, build):
        self.program = program
        self.checkout = checkout
        self.build = pathlib.Path(build)
        self.environment = {**os.environ, "LOCKSTEP_ROOT": str(checkout),
                            "LOCKSTEP_BUILD": str(build)}
        self.environment.pop("DISPLAY", None)

    def view(self, page, *words):
        """Writes a page; raises CalledProcessError if the tutor does not."""
        subprocess.run([self.program, "view", "--html", str(page), *map(str, words)], check=True,
                       capture_output=True, env=self.environment, stdin=subprocess.DEVNULL,
                       cwd=self.checkout)
        return page
