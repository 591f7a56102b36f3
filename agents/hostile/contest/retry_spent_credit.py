"""Uses up the credit of the run just before it would fail."""
# kind: free retry
# check: accepted
# ends: CREDIT_EXHAUSTED
# solved: none

import assay


def agent_main(problem):
    assay.chat([{"role": "user", "content": "hello"}], tries=1, max_tokens=10_000_000, n=128)
    return []
