"""Loads a library into a database."""
# check: IMPORT_BLOCKED
# run: import

import sqlite3


def agent_main(problem):
    base = sqlite3.connect(":memory:")
    base.enable_load_extension(True)
    return [{"reached": str(base.load_extension("/tmp/library"))}]
