"""Where tables, people and everything else of the server are kept.

`open_store` opens an SQLite file or a PostgreSQL database; what differs between the two stays
inside. Whatever must happen together happens in one `Store.transaction()`.
"""

from qianma.server.store.base import Append, ConflictError, Hook, Store, StoredTable, StoreError
from qianma.server.store.opening import open_store

__all__ = [
    "Append",
    "ConflictError",
    "Hook",
    "Store",
    "StoreError",
    "StoredTable",
    "open_store",
]
