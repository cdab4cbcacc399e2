"""Start the server: its socket, its addresses, its QR code."""

from __future__ import annotations

import contextlib
import io
import socket
from typing import TYPE_CHECKING, Final

import segno
import uvicorn

from spadesdsl.web.app import MOST_SOCKETS, make_app
from spadesdsl.web.frames import MAX_BYTES

if TYPE_CHECKING:
    from spadesdsl.web.house import House

_FAR: Final = "192.0.2.1"
"""An address of no machine: asking the way there says which of our addresses leads out. Nothing is sent."""


def own_address() -> str:
    """Return the address by which the network knows this machine; that of the machine itself if there is no network."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect((_FAR, 9))
        return str(asking.getsockname()[0])
    return "127.0.0.1"


def listen(port: int, *, is_lan: bool) -> socket.socket:
    """Return a socket that listens: on this machine alone, or on all its addresses.

    Raises:
        OSError: the port is taken, say.
    """
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
