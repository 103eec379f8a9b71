"""A page in the browser over a flow: python3 bridge.py PORT flow serve FILE"""

import http.server, json, pathlib, sys
from many import Flow, visitor

# A browser may answer; what was performed, and tokens, are not its business.
WORDS = {"answer", "submit", "page", "back", "leave"}
MEMBERS = WORDS | {"answers", "button", "step", "text", "choice", "value"}
FILE = pathlib.Path(__file__).with_name("page.html")


class Bridge(http.server.BaseHTTPRequestHandler):
    def reply(self, kind, body, id):
        self.send_response(200)
        self.send_header("Content-Type", kind + "; charset=utf-8")
        self.send_header("Set-Cookie", f"visitor={id}; HttpOnly; SameSite=Strict")
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path != "/":
            return self.send_error(404)
        self.reply("text/html", FILE.read_bytes(), visitor(self.headers))

    def do_POST(self):
        id = visitor(self.headers)
        try:
            size = max(0, min(int(self.headers.get("Content-Length", 0)), 1 << 18))
            line = json.loads(self.rfile.read(size))
            line = {name: line[name] for name in MEMBERS & line.keys()}
        except (ValueError, AttributeError, TypeError):
            return self.send_error(400)
        lines = flow.ask(id, line if WORDS & line.keys() else {"start": True})
        self.reply("application/json", json.dumps(lines).encode(), id)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    flow = Flow(*sys.argv[2:])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Bridge)
    print(server.server_address[1], flush=True)
    server.serve_forever()
