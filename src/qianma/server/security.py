"""Who may use the server from where: origins of pages, headers that keep pages in their place."""

import re
from typing import Final
from urllib.parse import urlsplit

_HOST: Final = re.compile(r"[0-9A-Za-z.-]{1,253}(:[0-9]{1,5})?")
"""A host as a policy can name it; of addresses of IPv6 none can."""


def content_policy(host: str) -> str:
    """What a page that was asked for at `host` may load, and whom it may talk to.

    Safari before 15.4 does not take `'self'` for WebSockets of the same host, so that they are
    named. What is no host, which anybody may send, is left out.

    >>> "connect-src 'self' ws://a.example:80 wss://a.example:80;" in content_policy("a.example:80")
    True
    >>> content_policy("a.example; script-src *") == content_policy("")
    True
    """
    sockets = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    return (
        f"default-src 'self'; connect-src 'self'{sockets}; img-src 'self' data:; "
        "style-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )


HEADERS: Final = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""Headers of every answer, beside `content_policy`."""

STRICT_TRANSPORT: Final = ("Strict-Transport-Security", "max-age=31536000")
"""Only where the server is reached by https."""


def origin_is_allowed(origin: str | None, host: str | None, allowed: tuple[str, ...]) -> bool:
    """Whether a page of this origin may use the server that it has asked for as `host`.

    Programs that are no browsers send no origin.

    >>> origin_is_allowed("https://evil.example", "mahjong.example", ())
    False
    >>> origin_is_allowed("https://mahjong.example", "mahjong.example", ())
    True
    """
    if origin is None:
        return True
    origin = origin.lower()
    if origin in allowed:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    if parts.scheme not in ("http", "https") or not host:
        return False
    return parts.netloc == host.lower()
