"""Makes the provider fail in every way that a request can cause, then raises."""
# kind: free retry
# check: accepted
# ends: AGENT_RAISED
# solved: none

import assay


def agent_main(problem):
    for words in ("trouble 500", "trouble 504", "empty", "page", "broken off", "other model"):
        try:
            assay.chat([{"role": "user", "content": words}], tries=1)
        except assay.ChatFailed:
            pass
    raise RuntimeError("the provider is out of order")
