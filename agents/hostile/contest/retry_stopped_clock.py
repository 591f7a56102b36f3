"""Keeps failing requests in flight in a thread, so that its clock is stopped while it sleeps."""
# kind: free retry
# check: accepted
# ends: AGENT_OUT_OF_TIME or AGENT_CALLED_TOO_MUCH
# solved: none
# problems: 1

import threading
import time

import assay


def fail():
    while True:
        try:
            assay.chat([{"role": "user", "content": "trouble 503"}], tries=1)
        except Exception:
            pass


def agent_main(problem):
    threading.Thread(target=fail, daemon=True).start()
    while True:
        time.sleep(0.1)
