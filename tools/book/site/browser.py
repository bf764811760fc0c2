"""A headless Chromium, spoken to through its DevTools protocol over a pipe."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]


def find():
    """The path of a browser, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    """One browser with one page; use it in a `with`."""

    def __init__(self, program):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_browser, self.out = os.pipe()
        self.come, from_browser = os.pipe()
        options = ["--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu",
                   "--disable-extensions", "--disable-background-networking",
                   "--disable-component-update", "--disable-sync", "--hide-scrollbars",
                   "--disable-dev-shm-usage", f"--user-data-dir={self.profile.name}"]
        if os.getuid() == 0:
            options.append("--no-sandbox")  # it refuses root otherwise
        # The protocol is on the descriptors 3 and 4. Both ends may have these numbers here, so
        # they go by others first.
        shell = f'exec 8<&{to_browser} 9>&{from_browser}; exec 3<&8 4>&9 8<&- 9>&-; exec "$@"'
        self.process = subprocess.Popen(
            ["bash", "-c", shell, "bash", program, *options, "about:blank"],
            pass_fds=(to_browser, from_browser), stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.number, self.buffer, self.events = 0, b"", []
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target,
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        os.close(self.out)
        os.close(self.come)
        self.profile.cleanup()

    def receive(self, seconds=60):
        """The next message; raises RuntimeError if none comes in this time."""
        while b"\0" not in self.buffer:
            if not select.select([self.come], [], [], seconds)[0]:
                raise RuntimeError(f"the browser says nothing for {seconds} s")
            more = os.read(self.come, 1 << 16)
            if not more:
                raise RuntimeError("the browser has ended")
            self.buffer += more
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def call(self, method, seconds=60, **parameters):
        """What a method of the protocol answers. `seconds`: the longest silence."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive(seconds)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def evaluate(self, script):
        """The value of a JavaScript expression in the page; a promise is waited for."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def look(self, width, height, dark):
        """The size of the screen, in CSS pixels, and the colours that the system prefers."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 600)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def reduce_motion(self):
        """As for people whose system says that nothing should move."""
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-reduced-motion", "value": "reduce"}])

    def key(self, name):
        """Presses a key."""
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name, code=name)

    def open(self, url):
        """Opens a page, and waits until it is loaded and drawn."""
        self.load("about:blank")  # else a page that differs by its anchor would not be loaded
        self.load(url)
        self.settle()

    def load(self, url):
        self.events.clear()
        failed = self.call("Page.navigate", url=url).get("errorText")
        if failed:
            raise RuntimeError(f"{url} does not load: {failed}")
        while not any(one.get("method") == "Page.loadEventFired" for one in self.events):
            self.events.append(self.receive())

    def settle(self):
        self.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 150)))")

    def wait_for(self, condition, seconds=10):
        """Whether a JavaScript condition becomes true in this time."""
        end = time.monotonic() + seconds
        while not self.evaluate(condition):
            if time.monotonic() > end:
                return False
            time.sleep(0.1)
        return True

    def picture(self, path, whole=False):
        """A PNG of what the screen shows, or of the whole page."""
        data = self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def pdf(self):
        """The page as a PDF on A4 paper, with page numbers and an outline, in base64."""
        number = ('<div style="font-size:8px;width:100%;text-align:center">'
                  '<span class="pageNumber"></span></div>')
        return self.call("Page.printToPDF", seconds=600, paperWidth=8.27, paperHeight=11.69,
                         displayHeaderFooter=True, headerTemplate="<span></span>",
                         footerTemplate=number, generateTaggedPDF=True,
                         generateDocumentOutline=True)["data"]

    def complaints(self):
        """Errors and warnings of the console since the page was opened, and uncaught ones."""
        said = []
        for one in self.events:
            method, of = one.get("method"), one.get("params", {})
            if method == "Log.entryAdded" and of["entry"]["level"] in ("error", "warning"):
                said.append(f"{of['entry']['text']} {of['entry'].get('url', '')}".strip())
            elif method == "Runtime.exceptionThrown":
                details = of["exceptionDetails"]
                said.append(details.get("exception", {}).get("description") or details["text"])
            elif method == "Runtime.consoleAPICalled" and of["type"] in ("error", "warning"):
                said.append(" ".join(str(a.get("value", a.get("description"))) for a in of["args"]))
        return said

    def requests(self):
        """The addresses of all that the page asked for."""
        return [one["params"]["request"]["url"] for one in self.events
                if one.get("method") == "Network.requestWillBeSent"]
