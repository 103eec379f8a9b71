"""One `flow serve --many` for all visitors; if it dies, another goes on from the tokens."""

import itertools, json, queue, re, secrets, subprocess, threading


def visitor(headers):
    """The id in the visitor's cookie, or a new one."""
    known = re.search(r"(?:^|; )visitor=([\w-]{1,64})", headers.get("Cookie", ""))
    return known[1] if known else secrets.token_urlsafe(16)


class Flow:
    def __init__(self, *command):
        self.command = [*command, "--many", "--tokens", "--save"]
        self.lock, self.numbers = threading.RLock(), itertools.count(1)
        # By visitor, with their steps, and the last lines; keep them in a database. What has failed
        # would be tried again from its token, even a payment.
        self.tokens, self.ended = {}, {}
        self.start()

    def start(self):
        self.known, self.lines, self.replies = set(), {}, {}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen(self.command, **pipes)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        text = None
        for text in self.process.stdout:
            line = json.loads(text)
            id, request = line.get("id"), line.pop("request", None)
            with self.lock:
                if "token" in line:
                    self.tokens[id] = {"start": line.pop("token"), "step": line["step"]}
                if "outcome" in line:
                    self.ended[id] = line
                if "performing" in line:
                    self.write({"id": id, "saved": line["performing"]})
                self.lines.setdefault(id, []).append(line)
                if request in self.replies:
                    self.replies.pop(request).put(self.lines.pop(id))
        with self.lock:
            dead = self.replies
            if text:  # else it can't start at all
                self.start()
        for reply in dead.values():
            reply.put([{"rejected": "", "message": "Please try again."}])

    def write(self, line):
        try:
            self.process.stdin.write(json.dumps(line) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # the reader starts another

    def ask(self, id, line, seconds=2):
        """Sends a line, and returns all lines up to its reply; work may take longer."""
        with self.lock:
            if id in self.ended:
                return [self.ended[id]]
            number, reply = next(self.numbers), queue.Queue()
            self.replies[number] = reply
            start = {"id": id, **self.tokens.get(id, {"start": True})}
            if id not in self.known and "start" not in line:
                self.write(start)
            self.known.add(id)
            line = start if "start" in line else {"id": id, **line}
            self.write({**line, "request": number})
        try:
            return reply.get(timeout=seconds)
        except queue.Empty:
            return [{"working": True}]
