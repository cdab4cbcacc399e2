"""A table in everybody's browser: people and bots at tables that a server keeps. `docs/serve.md` is its reference.

`table` is the game at one table and its chairs, without any network. `seen` writes what one seat is sent, from that
seat's view alone. `keeping` puts tables on the disk. `room` runs one table among its watchers, `house` keeps all of
them, `frames` reads what strangers send, and `app` and `server` carry it over HTTP and WebSockets.
"""
