/// The JSON Schema of the lines of `flow serve`; `Guides/serve.schema.json` is the same.
package enum ServeSchema {
  package static let text = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "The lines of flow serve, version 2",
      "description": "#/$defs/out is a line that flow serve writes, and #/$defs/in one that it reads.",
      "oneOf": [{"$ref": "#/$defs/out"}, {"$ref": "#/$defs/in"}],
      "$defs": {
        "out": {
          "oneOf": [
            {
              "description": "The first line; with --many, there is no run.", "type": "object",
              "properties": {
                "serve": {"const": 2}, "flow": {"type": "string"}, "run": {"type": "string"},
                "many": {"const": true}
              },
              "required": ["serve", "flow"], "additionalProperties": false
            },
            {
              "description": "A conversation was started.", "type": "object",
              "properties": {"id": {"$ref": "#/$defs/id"}, "run": {"type": "string"}},
              "required": ["run"], "additionalProperties": false
            },
            {
              "description": "Something couldn't be taken over from a token.", "type": "object",
              "properties": {"id": {"$ref": "#/$defs/id"}, "remark": {"type": "string"}},
              "required": ["remark"], "additionalProperties": false
            },
            {
              "description": "A text to show.", "type": "object",
              "properties": {"id": {"$ref": "#/$defs/id"}, "said": {"type": "string"}},
              "required": ["said"], "additionalProperties": false
            },
            {
              "description": "A heading to show.", "type": "object",
              "properties": {"id": {"$ref": "#/$defs/id"}, "heading": {"type": "string"}},
              "required": ["heading"], "additionalProperties": false
            },
            {
              "description": "A text with a title to show.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "note": {"type": "string"}, "title": {"type": "string"}
              },
              "required": ["note", "title"], "additionalProperties": false
            },
            {
              "description": "A load, or an action with such a text, begins.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "loading": {"type": "string"},
                "name": {"type": "string"}
              },
              "required": ["loading", "name"], "additionalProperties": false
            },
            {
              "description": "How far work has got.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "progress": {"type": "string"},
                "name": {"type": "string"}, "fraction": {"type": "number"},
                "label": {"type": "string"}
              },
              "required": ["progress", "name"], "additionalProperties": false
            },
            {
              "description": "A line that work has logged.", "type": "object",
              "properties": {"id": {"$ref": "#/$defs/id"}, "log": {"type": "string"}, "name": {"type": "string"}},
              "required": ["log", "name"], "additionalProperties": false
            },
            {
              "description": "What the flow waits for now.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"},
                "needs": {"type": "array", "items": {"$ref": "#/$defs/need"}},
                "step": {"type": "integer"}, "token": {"type": "string"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["needs"], "additionalProperties": false
            },
            {
              "description": "A line was refused.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "rejected": {"type": "string"},
                "message": {"type": "string"}, "request": {"$ref": "#/$defs/request"}
              },
              "required": ["rejected", "message"], "additionalProperties": false
            },
            {
              "description": "A page was refused.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "rejected": {"type": "string"},
                "page": {"$ref": "#/$defs/page"}, "request": {"$ref": "#/$defs/request"}
              },
              "required": ["rejected", "page"], "additionalProperties": false
            },
            {
              "description": "The page that was asked for.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "page": {"$ref": "#/$defs/page"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["page"], "additionalProperties": false
            },
            {
              "description": "A line wasn't understood.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "error": {"type": "string"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["error"], "additionalProperties": false
            },
            {
              "description": "The token that was asked for.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "token": {"type": "string"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["token"], "additionalProperties": false
            },
            {
              "description": "With --save: an effect waits until the token is saved.",
              "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "performing": {"type": "string"},
                "kind": {"enum": ["action", "undo"]}, "key": {"type": "string"},
                "token": {"type": "string"}
              },
              "required": ["performing", "kind", "key", "token"], "additionalProperties": false
            },
            {
              "description": "With --save: an effect has ended.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "ended": {"type": "string"},
                "kind": {"enum": ["action", "undo"]}, "token": {"type": "string"}
              },
              "required": ["ended", "kind", "token"], "additionalProperties": false
            },
            {
              "description": "What was sent was taken, and its work goes on.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "working": {"const": true},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["working"], "additionalProperties": false
            },
            {
              "description": "A conversation was closed.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "closed": {"const": true}, "token": {"type": "string"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["closed"], "additionalProperties": false
            },
            {
              "description": "The last line.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "outcome": {"enum": ["finished", "failed", "cancelled"]},
                "name": {"type": "string"}, "reason": {"type": "string"},
                "message": {"type": "string"}, "step": {"type": "string"},
                "answers": {"type": "object", "additionalProperties": {"$ref": "#/$defs/value"}},
                "secrets": {"type": "array", "items": {"type": "string"}},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["outcome", "answers"], "additionalProperties": false
            }
          ]
        },
        "in": {
          "oneOf": [
            {
              "description": "An answer as data.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "answer": {"type": "string"},
                "value": {"$ref": "#/$defs/value"},
                "reads": {"type": "array", "items": {"type": "string"}}, "step": {"type": "integer"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["answer", "value"], "additionalProperties": false
            },
            {
              "description": "What a person typed.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "answer": {"type": "string"}, "text": {"type": "string"},
                "reads": {"type": "array", "items": {"type": "string"}}, "step": {"type": "integer"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["answer", "text"], "additionalProperties": false
            },
            {
              "description": "The id of a choice, or several.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "answer": {"type": "string"},
                "choice": {"type": ["string", "array"], "items": {"type": "string"}},
                "reads": {"type": "array", "items": {"type": "string"}}, "step": {"type": "integer"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["answer", "choice"], "additionalProperties": false
            },
            {
              "description": "A page, as a whole.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "submit": {"type": "string"},
                "answers": {"type": "object", "additionalProperties": {"$ref": "#/$defs/entry"}},
                "button": {"type": "string"}, "step": {"type": "integer"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["submit"], "additionalProperties": false
            },
            {
              "description": "Asks how a page looks.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "page": {"type": "string"},
                "answers": {"type": "object", "additionalProperties": {"$ref": "#/$defs/entry"}},
                "button": {"type": "string"}, "step": {"type": "integer"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["page"], "additionalProperties": false
            },
            {
              "description": "Goes back; true for the first need.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "back": {"oneOf": [{"const": true}, {"type": "string"}]},
                "step": {"type": "integer"}, "request": {"$ref": "#/$defs/request"}
              },
              "required": ["back"], "additionalProperties": false
            },
            {
              "description": "Goes back to the question before a page.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "leave": {"type": "string"}, "step": {"type": "integer"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["leave"], "additionalProperties": false
            },
            {
              "description": "Asks for the token.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "token": {"const": true}, "step": {"type": "integer"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["token"], "additionalProperties": false
            },
            {
              "description": "The token with the begin of an effect is saved.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "saved": {"type": "string"}, "step": {"type": "integer"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["saved"], "additionalProperties": false
            },
            {
              "description": "Cancels the flow.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "cancel": {"const": true}, "step": {"type": "integer"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["cancel"], "additionalProperties": false
            },
            {
              "description": "With --many: starts or continues a conversation.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"},
                "start": {"oneOf": [{"const": true}, {"type": "string"}]},
                "today": {"$ref": "#/$defs/day"}, "step": {"type": "integer"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["id", "start"], "additionalProperties": false
            },
            {
              "description": "With --many: forgets a conversation.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "close": {"const": true}, "step": {"type": "integer"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["id", "close"], "additionalProperties": false
            },
            {
              "description": "An effect is about to be performed.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "begin": {"type": "string"}, "step": {"type": "integer"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["begin"], "additionalProperties": false
            },
            {
              "description": "An action ended.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "performed": {"type": "string"},
                "writes": {"type": "object", "additionalProperties": {"$ref": "#/$defs/value"}},
                "reads": {"type": "array", "items": {"type": "string"}}, "step": {"type": "integer"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["performed"], "additionalProperties": false
            },
            {
              "description": "A load ended.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "loaded": {"type": "string"},
                "value": {"$ref": "#/$defs/value"},
                "reads": {"type": "array", "items": {"type": "string"}}, "step": {"type": "integer"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["loaded"], "additionalProperties": false
            },
            {
              "description": "Work failed.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "failed": {"type": "string"},
                "error": {"type": "string"}, "reads": {"type": "array", "items": {"type": "string"}},
                "step": {"type": "integer"}, "request": {"$ref": "#/$defs/request"}
              },
              "required": ["failed", "error"], "additionalProperties": false
            },
            {
              "description": "An action was undone.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "undone": {"type": "string"},
                "reads": {"type": "array", "items": {"type": "string"}}, "step": {"type": "integer"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["undone"], "additionalProperties": false
            },
            {
              "description": "A notice was dismissed.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "dismissed": {"type": "string"},
                "reads": {"type": "array", "items": {"type": "string"}}, "step": {"type": "integer"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["dismissed"], "additionalProperties": false
            },
            {
              "description": "The time was up.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "timedOut": {"type": "string"},
                "reads": {"type": "array", "items": {"type": "string"}}, "step": {"type": "integer"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["timedOut"], "additionalProperties": false
            },
            {
              "description": "A wait is over.", "type": "object",
              "properties": {
                "id": {"$ref": "#/$defs/id"}, "elapsed": {"type": "string"},
                "reads": {"type": "array", "items": {"type": "string"}}, "step": {"type": "integer"},
                "request": {"$ref": "#/$defs/request"}
              },
              "required": ["elapsed"], "additionalProperties": false
            }
          ]
        },
        "id": {
          "description": "With --many: a conversation; at most 256 bytes.", "type": "string",
          "minLength": 1, "maxLength": 256
        },
        "request": {
          "description": "What the reply repeats; a text has at most 256 bytes.",
          "type": ["string", "integer"], "maxLength": 256
        },
        "value": {
          "description": "An answer as data.",
          "type": ["null", "boolean", "number", "string", "array"], "items": {"$ref": "#/$defs/value"}
        },
        "entry": {
          "description": "An entry on a page: data, or one of three forms.",
          "oneOf": [
            {"$ref": "#/$defs/value"},
            {
              "type": "object", "properties": {"value": {"$ref": "#/$defs/value"}},
              "required": ["value"], "additionalProperties": false
            },
            {
              "type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"],
              "additionalProperties": false
            },
            {
              "type": "object",
              "properties": {"choice": {"type": ["string", "array"], "items": {"type": "string"}}},
              "required": ["choice"], "additionalProperties": false
            }
          ]
        },
        "type": {
          "description": "The type of a typed answer.",
          "oneOf": [
            {"enum": ["string", "integer", "number", "boolean", "day", "time"]},
            {
              "type": "object",
              "properties": {"oneOf": {"type": "array", "items": {"$ref": "#/$defs/value"}}},
              "required": ["oneOf"], "additionalProperties": false
            },
            {
              "type": "object", "properties": {"list": {"$ref": "#/$defs/type"}}, "required": ["list"],
              "additionalProperties": false
            },
            {
              "type": "object", "properties": {"optional": {"$ref": "#/$defs/type"}},
              "required": ["optional"], "additionalProperties": false
            }
          ]
        },
        "day": {
          "description": "A day, or a distance from UTC.", "type": "string",
          "pattern": "^([0-9]{4}-[0-9]{2}-[0-9]{2}|[+-][0-9]{2}:[0-9]{2})$"
        },
        "choice": {
          "description": "One of the answers that a question offers.", "type": "object",
          "properties": {
            "id": {"type": "string"}, "title": {"type": "string"}, "answer": {"type": "string"},
            "role": {"enum": ["destructive", "cancel"]}, "key": {"type": "string"},
            "description": {"type": "string"}, "disabled": {"type": "string"}
          },
          "required": ["id", "title"], "additionalProperties": false
        },
        "need": {
          "description": "Something that the flow waits for.", "type": "object",
          "properties": {
            "name": {"type": "string"}, "id": {"type": "string"},
            "kind": {"enum": ["question", "decision", "secret", "notice", "action", "undo", "load", "wait"]},
            "decision": {"enum": ["changed", "interrupted", "undoInterrupted", "undoFailed"]},
            "action": {"type": "string"},
            "prompt": {"enum": ["ask", "rate", "choose", "chooseMany", "confirm", "alert", "form"]},
            "title": {"type": "string"}, "message": {"type": "string"},
            "form": {
              "type": "object",
              "properties": {
                "id": {"type": "string"}, "title": {"type": "string"}, "message": {"type": "string"},
                "first": {"const": true}
              },
              "required": ["id", "title"], "additionalProperties": false
            },
            "type": {"$ref": "#/$defs/type"},
            "choices": {"type": "array", "items": {"$ref": "#/$defs/choice"}},
            "default": {"$ref": "#/$defs/value"}, "placeholder": {"type": "string"},
            "help": {"type": "string"}, "rules": {"type": "array", "items": {"type": "string"}},
            "notEmpty": {"const": true}, "leastLength": {"type": "integer"},
            "mostLength": {"type": "integer"}, "leastCount": {"type": "integer"},
            "mostCount": {"type": "integer"}, "least": {"$ref": "#/$defs/value"},
            "most": {"$ref": "#/$defs/value"}, "below": {"$ref": "#/$defs/value"},
            "oneOf": {"type": "array", "items": {"$ref": "#/$defs/value"}},
            "equals": {"type": "string"}, "differs": {"type": "string"}, "pattern": {"type": "string"},
            "leastDaysFromToday": {"type": "integer"}, "mostDaysFromToday": {"type": "integer"},
            "path": {"type": "array", "items": {"type": "string"}}, "optional": {"const": true},
            "mayGoBack": {"const": true}, "multiline": {"const": true}, "secret": {"const": true},
            "checks": {"type": "array", "items": {"type": "string"}}, "text": {"type": "string"},
            "page": {"$ref": "#/$defs/page"}, "timeoutMilliseconds": {"type": "integer"},
            "deadline": {"type": "integer"}, "begun": {"type": "integer"}, "key": {"type": "string"},
            "operation": {"type": "string"}
          },
          "required": ["name", "kind"], "additionalProperties": false
        },
        "page": {
          "description": "A form or an alert with fields.", "type": "object",
          "properties": {
            "id": {"type": "string"}, "name": {"type": "string"}, "title": {"type": "string"},
            "message": {"type": "string"}, "problem": {"type": "string"}, "mayGoBack": {"const": true},
            "fields": {"type": "array", "items": {"$ref": "#/$defs/field"}},
            "buttons": {"type": "array", "items": {"$ref": "#/$defs/choice"}},
            "button": {"type": "string"}
          },
          "required": ["id", "name", "title", "fields"], "additionalProperties": false
        },
        "field": {
          "description": "A question on a page.", "type": "object",
          "properties": {
            "id": {"type": "string"}, "visible": {"type": "boolean"},
            "prompt": {"enum": ["ask", "rate", "choose", "chooseMany", "confirm", "alert", "form"]},
            "title": {"type": "string"}, "message": {"type": "string"},
            "form": {
              "type": "object",
              "properties": {
                "id": {"type": "string"}, "title": {"type": "string"}, "message": {"type": "string"},
                "first": {"const": true}
              },
              "required": ["id", "title"], "additionalProperties": false
            },
            "type": {"$ref": "#/$defs/type"},
            "choices": {"type": "array", "items": {"$ref": "#/$defs/choice"}},
            "default": {"$ref": "#/$defs/value"}, "placeholder": {"type": "string"},
            "help": {"type": "string"}, "rules": {"type": "array", "items": {"type": "string"}},
            "notEmpty": {"const": true}, "leastLength": {"type": "integer"},
            "mostLength": {"type": "integer"}, "leastCount": {"type": "integer"},
            "mostCount": {"type": "integer"}, "least": {"$ref": "#/$defs/value"},
            "most": {"$ref": "#/$defs/value"}, "below": {"$ref": "#/$defs/value"},
            "oneOf": {"type": "array", "items": {"$ref": "#/$defs/value"}},
            "equals": {"type": "string"}, "differs": {"type": "string"}, "pattern": {"type": "string"},
            "leastDaysFromToday": {"type": "integer"}, "mostDaysFromToday": {"type": "integer"},
            "path": {"type": "array", "items": {"type": "string"}}, "optional": {"const": true},
            "mayGoBack": {"const": true}, "multiline": {"const": true}, "secret": {"const": true},
            "checks": {"type": "array", "items": {"type": "string"}},
            "given": {"$ref": "#/$defs/value"}, "typed": {"type": "string"},
            "answered": {"const": true}, "problem": {"type": "string"}
          },
          "required": ["id", "visible", "prompt", "title"], "additionalProperties": false
        }
      }
    }

    """#
}
