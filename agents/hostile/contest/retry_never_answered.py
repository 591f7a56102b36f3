"""Sends a request that the provider never answers, and waits until its time is over."""
# kind: free retry
# check: accepted
# ends: AGENT_OUT_OF_TIME
# solved: none
# problems: 1

import assay


def agent_main(problem):
    assay.chat([{"role": "user", "content": "silence"}], tries=1, timeout=600)
    return []
