"""Shows the built book on a local port, with the learner's progress on its map, and builds it again
when a page has changed."""
import functools
import http.server
import threading
import time

from . import course_map, repository, stage


ADDRESS = "127.0.0.1"


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and the learner's progress, and logs failures only."""

    def do_GET(self):
        if self.path.partition("?")[0] == f"/{course_map.ADDRESS}":
            self.answer(course_map.progress().encode("utf-8"))
        else:
            super().do_GET()

    def answer(self, json):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(json)))
        self.end_headers()
        self.wfile.write(json)

    def log_request(self, code="-", size="-"):
        if str(code).startswith(("4", "5")):
            super().log_request(code, size)

    def end_headers(self):
        self.send_header("Cache-Control", "no-cache")  # a page may have been built again
        super().end_headers()


def listen(folder, port):
    """The server, which has its port from now on; raises OSError if another program has it."""
    return http.server.ThreadingHTTPServer((ADDRESS, port),
                                           functools.partial(Quiet, directory=str(folder)))


def rebuild_on_change(build, seconds=1.0):
    """Calls `build` after each change of a file of the book, for ever."""
    seen = stage.newest_change()
    while True:
        time.sleep(seconds)
        repository.forget()
        try:
            now = stage.newest_change()
        except OSError:
            continue  # a file has just gone
        if now > seen:
            seen = now
            print("Changed; building again ...", flush=True)
            if build() == 0:
                print("Done. Load the page again.", flush=True)


def serve(server, build):
    """Until Ctrl-C."""
    port = server.server_address[1]
    print(f"The book is at http://{ADDRESS}:{port}/ until you press Ctrl-C.", flush=True)
    threading.Thread(target=rebuild_on_change, args=(build,), daemon=True).start()
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    return 0
