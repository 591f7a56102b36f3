"""Leaves with exit code 0 while threads are in the middle of model calls."""
# kind: blame shifting
# check: accepted
# ends: AGENT_EXITED
# solved: none

import sys
import threading
import time

import assay


def agent_main(problem):
    for place in range(4):
        words = [{"role": "user", "content": f"slow {place}"}]
        threading.Thread(target=assay.chat, args=(words,), kwargs={"tries": 1}).start()
    time.sleep(0.1)
    sys.exit(0)
