"""`qianma serve`: the game server."""

import os
import resource
import signal
import socket
import sys
import webbrowser
from argparse import Namespace
from pathlib import Path
from threading import Thread
from typing import Final

from qianma.cli.arguments import add_language, output_language
from qianma.cli.errors import CommandError
from qianma.cli.parser import Subparsers
from qianma.messages import text
from qianma.server.config import SETTINGS, Config, ConfigError, data_folder, load_config
from qianma.terminal.encodings import encodes

_BLOCKS: Final = "▄▀█"
_EPILOG: Final = """\
examples:
  qianma serve
  qianma serve --host 127.0.0.1 --port 9000 --database sqlite:///games.sqlite
  qianma serve --config server.toml --log-format json

Each setting may also stand in the file that --config or QIANMA_CONFIG names (TOML, with the names
as above and _ for -), or in the environment (QIANMA_PORT for --port). A flag counts before the
environment, the environment before the file. A password belongs into the file or the environment:
everybody on the machine can read the arguments of a program.

SIGTERM and Ctrl-C end the server in good order. Games go on where they were when it starts again.
"""


def add_parser(subparsers: Subparsers) -> None:
    """Describe the arguments: all settings of the server."""
    parser = subparsers.add_parser(
        "serve", description="Serve games between people over the network.", epilog=_EPILOG
    )
    parser.add_argument("--config", metavar="FILE", help="a file with settings (.toml)")
    for setting in SETTINGS:
        meaning = setting.meaning
        if setting.default:
            meaning += f" (default: {setting.default})"
        parser.add_argument(
            setting.flag,
            metavar=setting.metavar,
            dest=setting.name,
            help=meaning.replace("%", "%%"),
        )
    parser.add_argument(
        "--open",
        action="store_true",
        help="open a browser at a table against three built-in players",
    )
    add_language(parser)


def run(arguments: Namespace) -> int:
    """Serve until a signal says to end."""
    arguments.json = False
    language = output_language(arguments)
    flags = {setting.name: getattr(arguments, setting.name) for setting in SETTINGS}
    try:
        config = load_config(flags, file=Path(arguments.config) if arguments.config else None)
    except ConfigError as error:
        raise CommandError(str(error)) from None
    try:
        from qianma.server import logs, running
        from qianma.server.store import StoreError
    except ImportError as error:
        missing = f"{error.name} is not installed: pip install 'qianma[server]'"
        raise CommandError(missing) from None
    logs.set_up(config.log_format, config.log_level)
    _allow_many_connections()
    _make_data_folder(config)
    listener = _listen(config)
    port = listener.getsockname()[1]
    greet = _open_table if arguments.open else _greet
    with listener:
        try:
            ended_by = running.run(config, listener, lambda: greet(config, port, language))
        except StoreError as error:
            raise CommandError(f"{_place_of_database(config)}: {error}") from None
    return 128 + ended_by if ended_by == signal.SIGINT else 0


def _allow_many_connections() -> None:
    """Take as many open files as the system allows: each connection is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    except (ValueError, OSError):  # it stays as it was
        return


def _make_data_folder(config: Config) -> None:
    """Make the folder of the default database, for nobody else to read: it holds the walls."""
    folder = data_folder(os.environ)
    if not config.database.startswith(f"sqlite:///{folder}/"):
        return
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"{folder}: {error.strerror}") from None


def _listen(config: Config) -> socket.socket:
    from qianma.server.running import listen

    try:
        return listen(config.host, config.port)
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a name of a host"
        place = f"host {config.host}, port {config.port}"
        raise CommandError(f"{place}: cannot listen there: {reason}") from None


def _place_of_database(config: Config) -> str:
    """The address of the database without its password."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        return make_url(config.database).render_as_string(hide_password=True)
    except (ArgumentError, ValueError):
        return "setting database"


def _open_table(config: Config, port: int, language: str) -> None:
    """Open a browser at a table, and print where that is."""
    from qianma.server.addresses import reachable_urls

    address = f"{reachable_urls(config.host, port)[0].rstrip('/')}/#/play"
    print(text("serve.open", language, address=address), flush=True)
    print(text("serve.stop", language), flush=True)
    if _has_windows():
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _has_windows() -> bool:
    """Whether a browser would open a window, and not take the terminal."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _greet(config: Config, port: int, language: str) -> None:
    """Print where the server is reached, with a code for phones."""
    from qianma.server.addresses import qr_code, reachable_urls

    urls = reachable_urls(config.host, port)
    if config.public_url:
        urls.insert(0, config.public_url)
    lines = [text("serve.addresses", language), *(f"  {url}" for url in urls)]
    if config.qr:
        encoding = getattr(sys.stdout, "encoding", None) or "ascii"
        plain = not encodes(encoding, _BLOCKS)
        lines += ["", text("serve.scan", language), qr_code(urls[0], plain)]
    lines.append(text("serve.stop", language))
    print("\n".join(lines), flush=True)
