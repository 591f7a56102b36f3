"""Finds out from how much it can reserve what earlier attempts spent. One bit per attempt: see docs/security.md."""
# kind: memory
# check: accepted
# ends: none or CREDIT_EXHAUSTED
# solved: none

import assay

# As many tokens of an answer as the credit of the test pays.
ALL = 10_000_000


def agent_main(problem):
    assay.chat([{"role": "user", "content": "hello"}], tries=1, max_tokens=ALL - 100)
    return [{"seen": []}]
