"""Writes words that the provider's moderation rejects with 403, and raises."""
# kind: free retry
# check: accepted
# ends: AGENT_RAISED
# solved: none

import assay


def agent_main(problem):
    assay.chat([{"role": "user", "content": "flagged"}], tries=1)
    return []
