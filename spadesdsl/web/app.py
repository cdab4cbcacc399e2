"""The tables over HTTP and WebSockets. Starlette is imported here, so this module is loaded when a server starts."""

from __future__ import annotations

import asyncio
import contextlib
import io
import ipaddress
import socket
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import segno
import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from spadesdsl.web.frames import COSTS, MAX_BYTES, Bucket, answer, do, read_frame
from spadesdsl.web.room import Room, Watcher
from spadesdsl.web.table import Refused

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from starlette.requests import HTTPConnection, Request

    from spadesdsl.web.house import House

MOST_SOCKETS: Final = 3000
PATIENCE: Final = 20.0
"""Seconds that a reader may take for what it is sent, and a guest until it says which table it is for."""
_MOST_REFUSED: Final = 100
"""After so many frames that came too fast, the connection is closed."""
_TYPES: Final = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
                 ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
                 ".webmanifest": "application/manifest+json"}  # fmt: skip
HEADERS: Final = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-cache",
}
"""Sent with every answer: the page loads nothing from elsewhere, and nobody else can put it into theirs."""


def make_app(house: House) -> Starlette:
    """Return the application of a house."""
    pages = {entry.name: entry.read_bytes() for entry in files("spadesdsl.web").joinpath("static").iterdir()}

    async def page(request: Request) -> Response:
        return _file(request, pages, "table.html")

    async def static(request: Request) -> Response:
        return _file(request, pages, request.path_params["name"])

    @contextlib.asynccontextmanager
    async def alive(_: Starlette) -> AsyncIterator[None]:
        yield
        await house.close()

    async def code(request: Request) -> Response:
        if not is_own_host(request) or request.path_params["table"] not in house.kept:
            return PlainTextResponse("There is nothing here.", 404, headers=HEADERS)
        address = house.address or f"{request.url.scheme}://{request.headers['host']}"
        picture = io.BytesIO()
        segno.make(f"{address}/t/{request.path_params['table']}", error="l", micro=False).save(
            picture, kind="svg", border=2, omitsize=True
        )
        return Response(picture.getvalue(), headers=HEADERS, media_type=_TYPES[".svg"])

    doors = Doors(house)
    routes = [
        Route("/", page),
        Route("/table", page),
        Route("/t/{table}", page),
        Route("/t/{table}/table", page),
        Route("/t/{table}/qr.svg", code),
        Route("/static/{name}", static),
        WebSocketRoute("/ws", doors.serve),
    ]
    return Starlette(routes=routes, lifespan=alive)


def _file(request: Request, pages: Mapping[str, bytes], name: str) -> Response:
    if not is_own_host(request):
        return PlainTextResponse("This is not an address of this server.", 421, headers=HEADERS)
    if (body := pages.get(name)) is None:
        return PlainTextResponse("There is nothing here.", 404, headers=HEADERS)
    return Response(body, headers=HEADERS, media_type=_TYPES.get(f".{name.rpartition('.')[2]}"))


def is_own_host(request: HTTPConnection) -> bool:
    """Tell whether the address in a request can be this machine's: a name of its own, or the digits of an address.

    Another site whose name is made to lead here has a name of its own, and is refused.
    """
    host = _host(request.headers.get("host", ""))
    own = socket.gethostname().lower()
    if host in ("localhost", own, f"{own}.local"):
        return True
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _host(netloc: str) -> str:
    with contextlib.suppress(ValueError):
        return (urlsplit(f"//{netloc}").hostname or "").lower()
    return ""


def is_own_page(request: HTTPConnection) -> bool:
    """Tell whether a connection was opened by a page of this server."""
    origin, host = request.headers.get("origin", ""), request.headers.get("host", "")
    return is_own_host(request) and bool(host) and origin in (f"http://{host}", f"https://{host}")


class Doors:
    """Lets connections in and carries frames."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.number = 0

    async def serve(self, socket: WebSocket) -> None:
        """Serve one connection until it ends, whatever it sends."""
        if not is_own_page(socket) or self.number >= MOST_SOCKETS:
            await socket.close(1008)
            return
        self.number += 1
        try:
            await socket.accept()
            await self._talk(socket)
        except (WebSocketDisconnect, TimeoutError, RuntimeError, OSError):
            pass
        finally:
            self.number -= 1
            with contextlib.suppress(Exception):
                await socket.close(1008)

    async def _talk(self, socket: WebSocket) -> None:
        async with asyncio.timeout(PATIENCE):
            visit = await self._entered(socket)
        if visit is None:
            return
        room, watcher = visit
        sending = asyncio.create_task(_send(socket, room, watcher))
        try:
            await self._listen(socket, room, watcher, sending)
        finally:
            sending.cancel()
            room.gone(watcher)

    async def _entered(self, socket: WebSocket) -> tuple[Room, Watcher] | None:
        """Read the first frame: which table, and which seat there."""
        try:
            frame = read_frame(await _text(socket))
            if frame["do"] == "open":
                await socket.send_json({"is": "opened", "table": self.house.open_for_guest()})
                return None
            if frame["do"] != "enter":
                raise Refused("Enter a table first.")
            room = await self.house.find(frame.get("table", ""))
        except Refused as refused:
            await socket.send_json({"is": "refused", "why": str(refused)})
            return None
        watcher = Watcher()
        room.enter(watcher, frame.get("key", ""), frame.get("since", 0), frame.get("epoch", ""), self.house.address)
        return room, watcher

    async def _listen(self, socket: WebSocket, room: Room, watcher: Watcher, sending: asyncio.Task[None]) -> None:
        bucket, greedy = Bucket(), 0
        while not sending.done() and greedy <= _MOST_REFUSED:
            text = await _text(socket)
            is_slow = bucket.take()
            greedy += not is_slow

            async def act(frame: Mapping[str, Any], *, is_slow: bool = is_slow) -> Mapping[str, Any]:
                if not (is_slow and bucket.take(COSTS.get(frame["do"], 1) - 1)):
                    raise Refused("That was too fast. Wait a moment.")
                if frame["do"] == "open":
                    return {"table": self.house.open_for_guest()}
                return await do(room, watcher, frame)

            await answer(watcher, text, act)


async def _text(socket: WebSocket) -> str:
    """Return the text of the next frame."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    if (text := message.get("text")) is None or len(text) > MAX_BYTES:
        raise WebSocketDisconnect(1003)
    return str(text)


async def _send(socket: WebSocket, room: Room, watcher: Watcher) -> None:
    """Send a connection what is new; if it does not read, only the newest waits for it, and not for ever."""
    while not watcher.is_lost:
        await watcher.wake.wait()
        watcher.wake.clear()
        for message in room.messages(watcher):
            async with asyncio.timeout(PATIENCE):
                await socket.send_text(message)
    await socket.close(1008)


_FAR: Final = "192.0.2.1"
"""An address of no machine: asking the way there says which of our addresses leads out. Nothing is sent."""


def own_address() -> str:
    """Return the address by which the network knows this machine; that of the machine itself if there is no network."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect((_FAR, 9))
        return str(asking.getsockname()[0])
    return "127.0.0.1"


def listen(port: int, *, is_lan: bool) -> socket.socket:
    """Return a socket that listens on this machine alone, or on all its addresses; if it is taken, raise `OSError`."""
    opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind(("0.0.0.0" if is_lan else "127.0.0.1", port))
        opened.listen(2048)
    except OSError:
        opened.close()
        raise
    return opened


def qr_code(link: str) -> str:
    """Return a link as a QR code, in the letters of a terminal."""
    page = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(page, compact=True, border=2)
    return page.getvalue().rstrip("\n")


def run(house: House, listening: socket.socket) -> None:
    """Serve until the program has to stop. Nothing that is sent is ever logged."""
    _allow_many_files()
    server_of(house).run(sockets=[listening])


def _allow_many_files() -> None:
    """Let this program hold as many connections and records open as the system lets it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * MOST_SOCKETS
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


def server_of(house: House) -> uvicorn.Server:
    """Return a server of a house's tables."""
    config = uvicorn.Config(
        make_app(house), http="h11", ws="websockets-sansio", ws_max_size=MAX_BYTES, ws_per_message_deflate=False,
        log_level="critical", access_log=False, proxy_headers=False, server_header=False, date_header=False,
        limit_concurrency=MOST_SOCKETS + 500, timeout_graceful_shutdown=2, log_config=None,
    )  # fmt: skip
    return uvicorn.Server(config)
