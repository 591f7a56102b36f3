"""Overloads a small provider with slow requests until the platform's own short request fails. This works: see
docs/security.md."""
# kind: free retry
# check: accepted
# ends: INFERENCE_FAILED
# owner: platform
# solved: none

import threading

import assay


def ask(place):
    try:
        assay.chat([{"role": "user", "content": f"slow {place}"}], tries=1)
    except Exception:
        pass


def agent_main(problem):
    crowd = [threading.Thread(target=ask, args=(place,), daemon=True) for place in range(12)]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()
    raise RuntimeError("the provider is out of order")
