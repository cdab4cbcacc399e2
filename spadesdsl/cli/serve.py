"""What others are served with: a table in everybody's browser, the protocol, the language server of an editor."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from spadesdsl.cli.console import Console, Exit, Stop
from spadesdsl.cli.loading import game_of, tell_of_bots
from spadesdsl.storage import path_at, tables_folder
from spadesdsl.words import and_list, reason_of

if TYPE_CHECKING:
    from pathlib import Path

    from spadesdsl.cli.commands import Lsp, Referee, Serve
    from spadesdsl.web.house import House

_NEEDED = ("starlette", "uvicorn", "websockets", "segno")


def run(console: Console, call: Serve) -> int:
    """Serve tables until the program has to stop."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        are = "is" if len(missing) == 1 else "are"
        how = "Install what a server needs: pip install 'spadesdsl[web]'"
        raise Stop(Exit.UNREADABLE, f"{and_list(missing)} {are} not installed here. {how}")
    loaded = game_of(console, call.name, call.settings)
    if (folder := _folder(call.keep)) is None:
        raise Stop(Exit.UNREADABLE, "There is no folder to save tables in: name one with `--keep FOLDER`.")
    from spadesdsl.web.house import House

    tell_of_bots(console, call.bots)
    house = House(loaded, folder, call.bots, {"slow": 1.6, "normal": 1.0, "fast": 0.4}[call.pace])
    return _serve(console, call, house)


def _folder(named: str) -> Path | None:
    if not named:
        return tables_folder()
    folder = path_at(named)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        why = "it is a file" if folder.is_file() else reason_of(problem)
        words = f"Tables cannot be saved in `{named}`: {why}. Name another folder with `--keep FOLDER`."
        raise Stop(Exit.UNREADABLE, words) from None
    return folder


def _serve(console: Console, call: Serve, house: House) -> int:
    from spadesdsl.web.app import listen, own_address, qr_code
    from spadesdsl.web.app import run as serve

    how = "Name another port with `--port N`."
    try:
        listening = listen(call.port, is_lan=call.is_lan)
        how = "Name another folder with `--keep FOLDER`."
        names = house.open_first()  # last, so that no table is left behind if the port is taken
    except OSError as problem:
        raise Stop(Exit.UNREADABLE, f"The server cannot start: {reason_of(problem)}. {how}") from None
    address = f"http://{own_address() if call.is_lan else '127.0.0.1'}:{listening.getsockname()[1]}"
    house.address = address if call.is_lan else ""
    link = f"{address}/t/{house.first}"
    if console.is_live and call.is_lan:
        console.say(qr_code(link))
    console.say(f"{house.loaded.playable.title}: open this link, and send it to your friends.")
    console.say(f"  {link}")
    console.say(f"  {link}/table  for a big screen: the open table, the score, the rules")
    for name in names[1:]:
        console.say(f"  {address}/t/{name}  goes on")
    if not call.is_lan:
        console.say("Only this machine can open it. `--lan` lets the phones in your network in.")
    console.say(f"Games are saved in {house.folder}. Ctrl-C stops the server; start it again, and they go on.")
    serve(house, listening)
    return Exit.FINE


def referee(console: Console, call: Referee) -> int:
    """Serve one program until it quits or goes away."""
    from spadesdsl.referee import serve

    loaded = game_of(console, call.name, call.settings)
    if console.source is not None and console.out is not None:
        serve(loaded.playable, console.source, console.out)
    return Exit.FINE


def lsp(console: Console, call: Lsp) -> int:
    """Serve until the editor leaves."""
    del call
    if find_spec("pygls") is None:
        raise Stop(Exit.USAGE, 'The language server needs an extra: pip install "spadesdsl[lsp]"')
    if console.is_live:
        console.remark("This is for editors, which speak to it over its input: see docs/editors.md. Ctrl-C leaves.")
    from spadesdsl.editor.server import serve

    serve()
    console.out = console.err = None  # the server has closed them
    return Exit.FINE
