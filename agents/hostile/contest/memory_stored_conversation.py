"""Makes the provider store a conversation and continues it in the next attempt."""
# kind: memory
# check: accepted
# ends: none
# sees: nothing
# solved: none

from os import getenv

from assay.gateway import request

FIELDS = ({"store": True}, {"previous_response_id": "r-1"}, {"conversation": "c-1"})


def agent_main(problem):
    seen = []
    for field in FIELDS:
        body = {"model": getenv("SANDBOX_MODEL"), "messages": [{"role": "user", "content": "hello"}], **field}
        reply = request("POST", "/inference/chat/completions", body=body)
        if reply.status == 200:
            seen.append(list(field)[0])
    return [{"seen": seen}]
