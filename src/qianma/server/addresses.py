"""On which addresses a server is reached: by those in the same network, and through proxies."""

import ipaddress
import socket
import struct
import sys
from collections.abc import Sequence
from typing import Final

import segno

_GET_ADDRESS: Final = 0x8915
"""The request SIOCGIFADDR of Linux."""
_EVERY_INTERFACE: Final = ("0.0.0.0", "::", "")
_ELSEWHERE: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses of documentation: nothing is sent, the system only says which way it would go."""


def reachable_urls(host: str, port: int) -> list[str]:
    """The addresses at which people in the same network reach a server, the likeliest first."""
    if host not in _EVERY_INTERFACE:
        return [url(host, port)]
    found = [*_outgoing(), *_of_interfaces()]
    if host != "::":
        found = [each for each in found if ":" not in each]
    useful = [each for each in dict.fromkeys(found) if _is_useful(each)]
    return [url(each, port) for each in useful] or [url("127.0.0.1", port)]


def url(host: str, port: int) -> str:
    """The address of a server.

    >>> url("::1", 8765), url("192.168.1.5", 80)
    ('http://[::1]:8765', 'http://192.168.1.5')
    """
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}" if port == 80 else f"http://{name}:{port}"


def _is_useful(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)


def _outgoing() -> list[str]:
    """The addresses that this machine uses towards others."""
    found = []
    for family, elsewhere in _ELSEWHERE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((elsewhere, 9))
                found.append(str(probe.getsockname()[0]))
        except OSError:
            continue
    return found


def _of_interfaces() -> list[str]:
    """The IPv4 addresses of all network interfaces, where the system can be asked for them."""
    if sys.platform != "linux":
        return []
    import fcntl  # noqa: PLC0415  # is not there on other systems

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(probe.fileno(), _GET_ADDRESS, request)
            except OSError:
                continue
            found.append(socket.inet_ntoa(answer[20:24]))
    return found


def qr_code(text: str, plain: bool = False) -> str:
    """A QR code for a terminal, light on dark; `plain` uses nothing but ASCII.

    Dark modules are left blank, since most terminals are dark; readers take either.
    """
    matrix = [[not module for module in row] for row in _modules(text)]
    if plain:
        return "\n".join("".join("##" if light else "  " for light in row) for row in matrix)
    matrix += [[True] * len(matrix[0])] * (len(matrix) % 2)
    pairs = zip(matrix[::2], matrix[1::2], strict=True)
    return "\n".join(
        "".join(" ▄▀█"[2 * upper + lower] for upper, lower in zip(*pair, strict=True))
        for pair in pairs
    )


def _modules(text: str) -> list[Sequence[int]]:
    """The modules of a code with its quiet zone, dark ones true."""
    return [list(row) for row in segno.make(text, error="m", micro=False).matrix_iter(border=2)]


def client_address(peer: str, forwarded: Sequence[str], hops: int) -> str:
    """Where a request comes from, with so many proxies of one's own before the server.

    `forwarded` are the values of X-Forwarded-For. Each proxy adds the address that it was asked
    from at the right end, so that what stands further left may be anybody's invention.

    >>> client_address("10.0.0.1", ["6.6.6.6, 203.0.113.9"], hops=1)
    '203.0.113.9'
    >>> client_address("10.0.0.1", ["6.6.6.6"], hops=0)
    '10.0.0.1'
    """
    chain = [part.strip() for value in forwarded for part in value.split(",")] + [peer]
    place = max(0, len(chain) - 1 - hops)
    return plain_address(chain[place]) or peer


def plain_address(text: str) -> str | None:
    """An address without port and brackets; None for anything else.

    >>> plain_address("[2001:db8::1]:443"), plain_address("unknown")
    ('2001:db8::1', None)
    """
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        parsed = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return str(mapped or parsed)


def household(address: str) -> str:
    """What stands for all devices behind one line: the address, of IPv6 the first 64 bits.

    >>> household("2001:db8:0:7::9"), household("203.0.113.9")
    ('2001:db8:0:7::/64', '203.0.113.9')
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    return str(ipaddress.ip_network((parsed.packed[:8] + bytes(8), 64)))
