"""Installs a signal handler."""
# check: MODULE_NOT_ALLOWED
# run: import

import signal


def agent_main(problem):
    return [{"reached": str(signal.signal(signal.SIGTERM, signal.SIG_IGN))}]
