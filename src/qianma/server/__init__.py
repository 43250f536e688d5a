"""The game server: live tables over WebSockets, kept in SQLite or PostgreSQL.

Imports go down only: `events`, then `lines` and `table` (a pure state machine), `projection` (what
each viewer gets to know), `store` (the event log), `tables` (in memory), `node` (commands,
deadlines, viewers), `socket`.
"""
