"""A headless Firefox, spoken to through Marionette, with the methods of the book's Chromium."""
import base64
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

NAMES = ["firefox-esr", "firefox"]
# Names of keys in WebDriver's words.
KEYS = {"ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Tab": "\ue004", "Enter": "\ue007"}
PREFERENCES = {
    "marionette.port": 0,  # any that is free
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "privacy.reduceTimerPrecision": False,
}
# Sizes the page as if its window had that size, which windows do not below some 450 pixels.
SIZE = """const {style} = gBrowser.selectedBrowser;
for (const [name, value] of [["width", arguments[0]], ["height", arguments[1]]])
  for (const end of ["min", "max"]) style.setProperty(`${end}-${name}`, `${value}px`);"""
COMPLAINTS = """return Services.console.getMessageArray()
    .filter((one) => one instanceof Ci.nsIScriptError && /^content javascript/.test(one.category))
    .map((one) => one.errorMessage);"""


def find():
    """The path of a browser, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    """One browser with one page; use it in a `with`."""

    def __init__(self, program):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        folder = pathlib.Path(self.profile.name)
        (folder / "user.js").write_text("".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
            for name, value in PREFERENCES.items()))
        self.process = subprocess.Popen(
            [program, "--headless", "--marionette", "--remote-allow-system-access", "--no-remote",
             "--profile", str(folder)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "MOZ_CRASHREPORTER_DISABLE": "1"})
        self.socket = self.connect(folder / "MarionetteActivePort")
        self.buffer, self.number = b"", 0
        self.receive()
        self.command("WebDriver:NewSession", pageLoadStrategy="normal")
        self.command("WebDriver:SetTimeouts", script=120_000)
        self.command("WebDriver:SetWindowRect", width=2100, height=1500)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        self.profile.cleanup()

    @staticmethod
    def connect(file, seconds=60):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if file.exists() and file.read_text().strip():
                try:
                    return socket.create_connection(("127.0.0.1", int(file.read_text())), 120)
                except ConnectionRefusedError:
                    pass
            time.sleep(0.1)
        raise RuntimeError(f"Firefox is not there after {seconds} s")

    # --- the protocol ---

    def receive(self):
        while b":" not in self.buffer:
            self.buffer += self.more()
        length, _, rest = self.buffer.partition(b":")
        while len(rest) < int(length):
            rest += self.more()
        self.buffer = rest[int(length):]
        return json.loads(rest[:int(length)])

    def more(self):
        got = self.socket.recv(1 << 16)
        if not got:
            raise RuntimeError("the browser has ended")
        return got

    def command(self, name, **parameters):
        """What a command answers."""
        self.number += 1
        text = json.dumps([0, self.number, name, parameters]).encode()
        self.socket.sendall(f"{len(text)}:".encode() + text)
        _, _, error, result = self.receive()
        if error:
            raise RuntimeError(f"{name}: {error['message']}")
        return result

    def chrome(self, script, *args):
        """Runs a script beside the pages, where preferences and the console are."""
        self.command("Marionette:SetContext", value="chrome")
        try:
            return self.command("WebDriver:ExecuteScript", script=script, args=args)["value"]
        finally:
            self.command("Marionette:SetContext", value="content")

    # --- as the book's browser ---

    def evaluate(self, script):
        answer = self.command("WebDriver:ExecuteAsyncScript", args=[], sandbox=None, script=f"""
            const done = arguments[arguments.length - 1];
            Promise.resolve().then(() => (0, eval)({json.dumps(script)}))
                .then((value) => done({{value}}), (error) => done({{error: `${{error}}`}}));""")
        answer = answer["value"]
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer.get("value")

    def look(self, width, height, dark):
        self.chrome("Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override',"
                    "arguments[0]);", 0 if dark else 1)
        self.chrome(SIZE, width, height)

    def reduce_motion(self):
        self.chrome("Services.prefs.setIntPref('ui.prefersReducedMotion', 1);")
        self.settle()

    def key(self, name):
        value = KEYS.get(name, name)
        keys = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        self.command("WebDriver:PerformActions",
                     actions=[{"type": "key", "id": "keys", "actions": keys}])

    def open(self, url):
        self.load("about:blank")
        self.chrome("Services.console.reset();")
        self.load(url)
        self.settle()

    def load(self, url):
        self.command("WebDriver:Navigate", url=url)

    def settle(self):
        self.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 150)))")

    def wait_for(self, condition, seconds=10):
        end = time.monotonic() + seconds
        while not self.evaluate(condition):
            if time.monotonic() > end:
                return False
            time.sleep(0.1)
        return True

    def picture(self, path, whole=False):
        data = self.command("WebDriver:TakeScreenshot", full=whole)["value"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def complaints(self):
        return self.chrome(COMPLAINTS)

    def requests(self):
        return self.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
