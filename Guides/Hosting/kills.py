"""Books a thousand times at two processes of the server, and kills one of them about once a second.

    python3 kills.py DESK ADDRESS BOOKINGS [VERSION VERSION]

Every answer that a process has acknowledged must be in the end, and every booking charged once.
"""

import json, random, subprocess, sys, threading, time

desk, address, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
versions = sys.argv[4:6] or ["1", "1"]
random.seed(1)


class Server:
    """A process, which is started again when it is killed."""

    def __init__(self, version):
        self.version, self.lock, self.number, self.waiting = version, threading.Lock(), 0, {}
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [desk, address, self.version],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        threading.Thread(target=self.read, args=[self.process], daemon=True).start()

    def read(self, process):
        for line in process.stdout:
            number, tab, reply = line.partition("\t")
            if tab and reply.endswith("\n"):
                self.finish(number, json.loads(reply))
        process.wait()
        for number in list(self.waiting):
            self.finish(number, {"error": "killed"})

    def finish(self, number, reply):
        waiting = self.waiting.pop(number, None)
        if waiting:
            waiting.append(reply)
            waiting[0].set()

    def ask(self, *parts):
        with self.lock:
            self.number += 1
            number, waiting = str(self.number), [threading.Event()]
            self.waiting[number] = waiting
            try:
                self.process.stdin.write("\t".join([number, *parts]) + "\n")
            except OSError:
                self.finish(number, {"error": "killed"})
        if not waiting[0].wait(20):
            return {"error": "no reply"}
        return waiting[1]

    def kill(self):
        with self.lock:
            self.process.kill()
            self.process.wait()
            self.start()


servers = [Server(version) for version in versions]
lost, left, requests = [], list(range(count)), [0]
phones = {}


def ask(*parts):
    """Sends a request until a server replies: a reply may be lost, so the same is sent again."""
    while True:
        requests[0] += 1
        reply = random.choice(servers).ask(*parts)
        if "error" not in reply and reply.get("refused") != "newer":
            return reply
        time.sleep(0.05)


def book(number):
    name, known = f"b{number}", {}
    view = ask("start", name)
    while "outcome" not in view:
        if "refused" in view or not view["needs"]:
            # Work goes on, somebody was faster, or the other version asks something else here.
            time.sleep(0.05)
            view = ask("view", name)
            continue
        need = view["needs"][0]["name"]
        answer = {
            "name": f"Ann {number}", "phone": f"0{number}", "town": "Oslo", "nights": str(number % 9 + 1),
        }.get(need, "no")
        view = ask("answer", name, need, answer, str(view["step"]))
        if "refused" not in view and need in ("name", "phone", "town", "nights"):
            known[need] = int(answer) if need == "nights" else answer
            if need == "phone":
                phones[number] = answer
    for need, answer in known.items():
        # The lower version doesn't know the telephone; it is kept for the higher one.
        isUnknown = need == "phone" and versions[0] != versions[1] and need not in view["answers"]
        if view["answers"].get(need) != answer and not isUnknown:
            lost.append((number, need, answer, view["answers"]))
    if view["answers"].get("receipt") != f"R{known['nights'] * 80}":
        lost.append((number, "receipt", view["answers"]))


def client():
    while left:
        try:
            book(left.pop())
        except IndexError:
            return


clients = [threading.Thread(target=client) for _ in range(16)]
begin, kills = time.time(), 0
for thread in clients:
    thread.start()
while any(thread.is_alive() for thread in clients):
    time.sleep(random.uniform(0.5, 1.5))
    random.choice(servers).kill()
    kills += 1
# What the lower version doesn't know, it has kept for the higher one.
latest = Server(max(versions))
for number, phone in phones.items():
    view = {"error": ""}
    while "error" in view:
        view = latest.ask("view", f"b{number}")
    asked = [need["name"] for need in view.get("needs", [])]
    if "phone" in asked or "outcome" in view and view["answers"].get("phone") != phone:
        lost.append((number, "phone", phone, view))
latest.process.kill()
print(f"{len(phones)} telephones were acknowledged")
print(f"{count} bookings, {requests[0]} requests, {kills} kills, {time.time() - begin:.0f} s")
for finding in lost[:10]:
    print("LOST", *finding)
for server in servers:
    server.process.kill()
sys.exit(1 if lost else 0)
