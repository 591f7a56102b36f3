"""Adds folders to the path of modules."""
# check: IMPORT_BLOCKED
# run: import

import site


def agent_main(problem):
    return [{"reached": str(site.addsitedir("/tmp"))}]
