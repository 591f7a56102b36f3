"""Sends a request that makes the provider reject the contestant's key, so that the run is aborted."""
# kind: free retry
# check: accepted
# ends: CREDENTIAL_REFUSED
# solved: none

import assay


def agent_main(problem):
    assay.chat([{"role": "user", "content": "trouble 401"}], tries=1)
    return []
