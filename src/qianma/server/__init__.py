"""The game server: live tables over WebSockets, kept in SQLite or PostgreSQL.

Imports go down only: `events`, then `table` (a pure state machine), `projection` (what each viewer
gets to know), `store` (the event log), `node` (tables in memory, deadlines, viewers), `socket`.
"""
