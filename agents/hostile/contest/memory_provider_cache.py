"""Stores a prompt in the provider's cache and later reads how much of it was cached. The gateway sets these counts to 0.
"""
# kind: memory
# check: accepted
# ends: none
# sees: nothing
# solved: none

import assay


def agent_main(problem):
    answer = assay.chat([{"role": "user", "content": "cache this"}], tries=1)
    details = answer.usage.get("prompt_tokens_details") or {}
    return [{"seen": [details["cached_tokens"]] if details.get("cached_tokens") else []}]
