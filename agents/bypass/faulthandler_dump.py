"""Crashes with faulthandler."""
# check: IMPORT_BLOCKED
# run: import

import faulthandler


def agent_main(problem):
    return [{"reached": str(faulthandler.enable())}]
