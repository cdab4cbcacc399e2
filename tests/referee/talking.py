"""Talk to the referee as a program does: lines in, lines out."""

from __future__ import annotations

import io
import json
from typing import Any

from spadesdsl.referee import Referee, serve
from spadesdsl.schemas import validator
from tests.loading import game_of


class Talk:
    """One conversation. Every request and every answer is held against its schema."""

    def __init__(self, name: str = "standard") -> None:
        self.referee = Referee(game_of(name))

    def say(self, **request: Any) -> Any:
        """Ask something that is well formed."""
        validator("referee", "request").validate(request)
        return self.raw(json.dumps(request))

    def raw(self, line: str) -> Any:
        """Send a line, whatever it is."""
        answer = json.loads(json.dumps(self.referee.answer(line)))
        validator("referee", "answer").validate(answer)
        return answer

    def unheld(self, **request: Any) -> Any:
        """Ask without holding question and answer against the schemas, which takes longer than a move."""
        return json.loads(json.dumps(self.referee.answer(json.dumps(request))))

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
        validator("referee", "answer").validate(answer)
    return answers
