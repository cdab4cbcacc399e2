"""Talk to the referee as a program does: lines in, lines out."""

from __future__ import annotations

import io
import json
from functools import cache
from typing import Any

import jsonschema_rs

from spadesdsl.referee import Referee, serve
from spadesdsl.schemas import schema
from tests.loading import game_of


@cache
def form_of(part: str) -> jsonschema_rs.Draft202012Validator:
    """Return what holds a request or an answer against the schema: another program's reading of it, and a fast one."""
    return jsonschema_rs.Draft202012Validator({"$ref": f"#/$defs/{part}", "$defs": schema("referee")["$defs"]})


class Talk:
    """One conversation. Every request and every answer is held against its schema."""

    def __init__(self, name: str = "standard") -> None:
        self.referee = Referee(game_of(name))

    def say(self, **request: Any) -> Any:
        """Ask something that is well formed."""
        form_of("request").validate(request)
        return self.raw(json.dumps(request))

    def raw(self, line: str) -> Any:
        """Send a line, whatever it is."""
        answer = json.loads(json.dumps(self.referee.answer(line)))
        form_of("answer").validate(answer)
        return answer

    def code(self, **request: Any) -> str:
        """Ask something that is refused; return the code."""
        answer = self.say(**request)
        assert answer["ok"] is False
        return str(answer["error"]["code"])


def conversation(name: str, text: str | bytes) -> list[Any]:
    """Let the server answer a whole input."""
    data = text if isinstance(text, bytes) else text.encode()
    out = io.StringIO()
    serve(game_of(name), io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"), out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    for answer in answers:
        form_of("answer").validate(answer)
    return answers
