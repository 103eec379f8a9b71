"""Drives one of the pages in headless Chromium: drive.py CHROMIUM PAGE.py flow serve FILE

Chromium is spoken to over a pipe, in its DevTools protocol. What is done is printed.
"""

import itertools, json, os, signal, subprocess, sys, tempfile, time

# The page with its lines to and from the flow in a file, so that a test can hold them to the schema.
LAUNCH = """
import json, pathlib, runpy, sys, types
sys.argv[:] = sys.argv[1:]
sys.path.insert(0, str(pathlib.Path(sys.argv[0]).parent))
import many
lines = open("lines.txt", "a")
def log(way, text):
    print(way, text.strip(), file=lines, flush=True)
    return text
many.json = types.SimpleNamespace(
    loads=lambda text: json.loads(log("out", text)),
    dumps=lambda line: log("in", json.dumps(line)))
runpy.run_path(sys.argv[0], run_name="__main__")
"""


class Browser:
    def __init__(self, program, folder):
        read, self.output = os.pipe()
        self.input, write = os.pipe()
        options = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
        ]
        options += [
            "--remote-debugging-pipe",
            f"--user-data-dir={folder}",
            "about:blank",
        ]

        def pipes():
            # Both may be where the others must go.
            low, high = os.dup(read), os.dup(write)
            os.dup2(low, 3), os.dup2(high, 4)

        self.process = subprocess.Popen(
            [program, *options],
            preexec_fn=pipes,
            pass_fds=(3, 4),
            stderr=subprocess.DEVNULL,
        )
        os.close(read), os.close(write)
        self.rest, self.numbers, self.session = b"", itertools.count(1), None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]

    def call(self, method, **parameters):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                block = os.read(self.input, 1 << 16)
                if not block:
                    sys.exit("Chromium has ended")
                self.rest += block
            text, _, self.rest = self.rest.partition(b"\0")
            reply = json.loads(text)
            if reply.get("id") == number:
                return reply.get("result", {})

    def run(self, script):
        """The value of an expression; None while the page changes."""
        reply = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        return reply.get("result", {}).get("value")

    def wait(self, script, what):
        end = time.monotonic() + 30
        while time.monotonic() < end:
            if self.run(script):
                return print("ok:", what, flush=True)
            time.sleep(0.02)
        sys.exit(f"not seen: {what}\n{self.run('document.body.innerText')}")

    def sees(self, text):
        self.wait(f"document.body.innerText.includes({json.dumps(text)})", text)

    def press(self, title):
        """Presses the button, once it is there and nothing is under way."""
        self.wait(
            "(() => { const button = [...document.querySelectorAll('button')]"
            f".find((b) => b.innerText === {json.dumps(title)});"
            "const busy = document.querySelector('[aria-busy=true]');"
            "if (!button || busy || document.readyState !== 'complete') return false;"
            "button.click(); return true })()",
            f"[{title}]",
        )

    def choose(self, value):
        self.run(f"document.querySelector('input[value={json.dumps(value)}]').click()")

    def type(self, title, text):
        """Types into the field of a question."""
        self.run(
            "{ const row = [...document.querySelectorAll('p')].find((p) =>"
            f" p.querySelector('b')?.innerText === {json.dumps(title)});"
            "const input = row.querySelector('input:not([type=hidden]), textarea');"
            "if (input.type === 'number') input.type = 'text';"
            f"input.value = {json.dumps(text)};"
            "input.dispatchEvent(new Event('input', { bubbles: true })) }"
        )


def talk(browser, server, port, hasScript):
    browser.call("Page.navigate", url=f"http://127.0.0.1:{port}/")
    browser.sees("Welcome.")
    browser.sees("Which town?")
    browser.choose("oslo")
    browser.press("OK")
    browser.sees("Your stay")
    if "Car plate?" in browser.run("document.body.innerText"):
        sys.exit("a question is visible too early")
    browser.type("Your name?", "<b>Ann</b>")
    browser.type("Nights?", "many")
    browser.choose("yes")
    if not hasScript:
        browser.press("Update")
    browser.sees("Car plate?")
    browser.press("Submit")
    browser.sees("“many” is not a whole number.")
    browser.press("Back")
    browser.sees("Which town?")
    browser.wait(
        "document.querySelector('input[value=oslo]').checked", "Oslo is offered again"
    )
    browser.press("OK")
    browser.sees("Your stay")
    browser.type("Your name?", "<b>Ann</b>")
    browser.type("Nights?", "2")
    browser.choose("yes")
    if not hasScript:
        browser.press("Update")
    browser.sees("Car plate?")
    browser.type("Car plate?", "X 1")
    browser.press("Submit")
    browser.sees("Pay?")
    # The program of the flow dies, and another goes on from the token.
    children = subprocess.run(
        ["pgrep", "-P", str(server.pid)], capture_output=True, text=True
    )
    os.kill(int(children.stdout.split()[0]), signal.SIGKILL)
    browser.call("Page.reload")
    browser.sees("Pay?")
    browser.choose("yes")
    browser.press("OK")
    browser.sees("Paid, <b>Ann</b>: 2 nights in Oslo.")
    browser.sees("finished")
    browser.call("Page.reload")
    browser.sees("finished")


if __name__ == "__main__":
    chromium, page, *command = sys.argv[1:]
    server = subprocess.Popen(
        [sys.executable, "-c", LAUNCH, page, "0", *command],
        stdout=subprocess.PIPE,
        text=True,
    )
    browser = None
    try:
        port = int(server.stdout.readline())
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            browser = Browser(chromium, folder)
            talk(browser, server, port, page.endswith("bridge.py"))
            browser.process.kill()
            browser.process.wait()
    finally:
        server.kill()
        if browser:
            browser.process.kill()
