"""Loads code from a zip file."""
# check: IMPORT_BLOCKED
# run: import

import zipimport


def agent_main(problem):
    return [{"reached": str(zipimport.zipimporter("/tmp/code.zip"))}]
