"""Who may use the server from where: origins of pages, headers that keep pages in their place."""

from typing import Final
from urllib.parse import urlsplit

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""Headers of every answer. `'self'` of connect-src covers WebSockets of the same host."""

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
