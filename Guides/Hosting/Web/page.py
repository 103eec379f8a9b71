"""A flow as a web page, without JavaScript: python3 page.py PORT flow serve FILE"""

import html, http.server, sys, urllib.parse
from many import Flow, visitor

TYPES = {"integer": "number", "number": "number", "day": "date", "time": "time"}


def e(value):
    return html.escape("" if value is None else str(value))


def control(question, id):
    given = question.get("given", question.get("default"))
    if "choices" in question:
        kind = "checkbox" if question["prompt"] == "chooseMany" else "radio"
        name = f'name="{kind}:{e(id)}"'
        if not isinstance(given, list):
            given = [{True: "yes", False: "no"}.get(given, given)]
        out = f"<input type=hidden {name}>"
        for choice in question["choices"]:
            state = " checked" * (choice["id"] in given)
            state += " disabled" * ("disabled" in choice)
            out += f'<label><input type={kind} {name} value="{e(choice["id"])}"{state}>'
            out += f'{e(choice["title"])}</label> {e(choice.get("description"))}'
        return out
    value = e(question.get("typed", given))
    if question.get("multiline"):
        return f'<textarea name="text:{e(id)}">{value}</textarea>'
    # What can't be read stays as it was typed.
    kind = "text" if "typed" in question else str(question.get("type"))
    kind = "password" if question.get("secret") else TYPES.get(kind, "text")
    return f'<input type={kind} name="text:{e(id)}" value="{value}">'


def field(question, id, problem=None):
    rules = e(" ".join([question.get("help", ""), *question.get("rules", [])]))
    asked = f'<b>{e(question["title"])}</b> {control(question, id)}'
    problem = e(question.get("problem", problem))
    return f"<p>{asked} <i>{rules}</i> <em>{problem}</em>"


def form(need, step, problem=None, page=None):
    page = page or need.get("page")
    name, buttons = (page or need)["name"], [("answer", "OK")]
    out = f'<form method=post><input type=hidden name=step value="{step}">'
    out += f'<input type=hidden name=name value="{e(name)}">'
    if page:
        out += f'<h2>{e(page["title"])}</h2><p>{e(page.get("message"))}</p>'
        out += f'<em>{e(page.get("problem", problem))}</em>'
        out += "".join(field(f, f["id"]) for f in page["fields"] if f["visible"])
        ends = [("button:" + b["id"], b["title"]) for b in page.get("buttons", [])]
        buttons = ends or [("submit", "Submit"), ("page", "Update")]
    else:
        out += f'<p>{e(need.get("message"))}</p>' + field(need, name, problem)
    if (page or need).get("mayGoBack"):
        buttons.append(("leave" if page else "back", "Back"))
    for word, title in buttons:
        out += f'<button name=do value="{e(word)}">{e(title)}</button>'
    return out + "</form>"


def show(lines, problem=None, page=None):
    out, last = "", lines[-1]
    for line in lines:
        text = line.get("said", line.get("heading", line.get("note")))
        out += f'<p><b>{e(line.get("title"))}</b> {e(text)}</p>' if text else ""
    if "outcome" in last:
        answers = "".join(f"<li>{e(k)}: {e(v)}" for k, v in last["answers"].items())
        out += f'<h2>{e(last["outcome"])} {e(last.get("message"))}</h2>'
        return out + f"<ul>{answers}</ul>"
    asked = [need for need in last.get("needs", []) if "title" in need]
    if not asked:  # work, or a wait
        return out + '<meta http-equiv=refresh content="1"><p>Working…</p>'
    first, *others = asked
    out += form(first, last["step"], problem, page)
    return out + "".join(form(need, last["step"]) for need in others)


def entries(fields):
    for name, values in fields.items():
        kind, _, id = name.partition(":")
        if kind == "text":
            yield id, {"text": values[0]}
        elif kind == "checkbox" or kind == "radio" and values[-1]:
            yield id, {"choice": values[1:] if kind == "checkbox" else values[-1]}


class Web(http.server.BaseHTTPRequestHandler):
    def reply(self, *what, line={"start": True}):
        id = visitor(self.headers)
        lines = flow.ask(id, line)
        if not {"outcome", "needs", "working"} & lines[-1].keys():
            # It was refused, or only looked at: what is needed has not changed.
            problem = lines[-1].get("message", lines[-1].get("error"))
            body = show(flow.ask(id, {"start": True}), problem, lines[-1].get("page"))
        else:
            body = show(lines)
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Set-Cookie", f"visitor={id}; HttpOnly; SameSite=Strict")
        self.end_headers()
        self.wfile.write(f"<!doctype html><meta charset=utf-8>{body}".encode())

    def do_GET(self):
        self.reply() if self.path == "/" else self.send_error(404)

    def do_POST(self):
        try:
            size = max(0, min(int(self.headers.get("Content-Length", 0)), 1 << 18))
            body = self.rfile.read(size).decode()
            fields = urllib.parse.parse_qs(body, keep_blank_values=True)
            name, step = fields["name"][0], int(fields["step"][0])
            word, _, button = fields["do"][0].partition(":")
        except (KeyError, ValueError):
            return self.send_error(400)
        given, line = dict(entries(fields)), {"step": step}
        if word in ("back", "leave"):
            line[word] = name
        elif word == "answer":
            line |= {"answer": name, **given.get(name, {"text": ""})}
        else:
            # What was filled in for a field that is hidden by now is not meant any more.
            look = {"page": name, "answers": given}
            page = flow.ask(visitor(self.headers), look)[-1].get("page", {"fields": []})
            hidden = {field["id"] for field in page["fields"] if not field["visible"]}
            given = {id: given[id] for id in given.keys() - hidden}
            line |= {"page" if word == "page" else "submit": name, "answers": given}
            line |= {"button": button} if button else {}
        self.reply(line=line)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    flow = Flow(*sys.argv[2:])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Web)
    print(server.server_address[1], flush=True)
    server.serve_forever()
