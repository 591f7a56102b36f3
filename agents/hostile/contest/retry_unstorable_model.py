"""Requests a model with a NUL and half a character in its name, so that the arena rejects the report of an answered
attempt."""
# kind: free retry
# check: accepted
# ends: none
# solved: none
# way: contest

import assay


def agent_main(problem):
    # The second name is truncated in the middle of its last character.
    for name in ["\0", "x" * 98 + "\U0001f600\U0001f600"]:
        try:
            assay.chat([{"role": "user", "content": "hello"}], model=name, tries=1)
        except assay.ChatFailed:
            pass
    dialogue = assay.Dialogue(problem["query"])
    chosen = assay.tools.execute("recommend_product", {"product_ids": "none"})
    dialogue.add(think="Nothing fits.", tool_calls=[chosen])
    return dialogue.steps
