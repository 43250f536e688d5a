"""The server under load: real processes, real sockets, on one machine."""
