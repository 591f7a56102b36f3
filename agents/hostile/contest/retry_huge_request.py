"""Sends requests that are larger than any provider accepts, and raises the refusal."""
# kind: free retry
# check: accepted
# ends: AGENT_RAISED or AGENT_CALLED_TOO_MUCH
# solved: none

import assay


def agent_main(problem):
    try:
        assay.chat([{"role": "user", "content": "x" * 11_000_000}], tries=1)
    finally:
        raise RuntimeError("the platform refused the request")
