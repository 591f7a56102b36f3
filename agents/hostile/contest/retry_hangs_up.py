"""Drops its own model calls and claims an outage."""
# kind: free retry
# check: accepted
# ends: AGENT_RAISED
# solved: none

import assay
from assay.gateway import GatewaySilent


def agent_main(problem):
    for place in range(3):
        try:
            assay.chat([{"role": "user", "content": f"slow {place}"}], tries=1, timeout=0.05)
        except (assay.ChatFailed, GatewaySilent):
            pass
    raise ConnectionError("the gateway did not answer")
