"""Makes the provider search the web for the problem, where the search words can be read."""
# kind: exfiltration
# check: accepted
# ends: none
# sees: nothing
# solved: none

from os import getenv

from assay.gateway import request

FIELDS = (
    {"web_search_options": {}},
    {"search_parameters": {"mode": "on"}},
    {"enable_search": True},
    {"plugins": [{"id": "web"}]},
    {"tools": [{"type": "web_search", "web_search": {"enable": True}}]},
    {"tools": [{"type": "builtin_function", "function": {"name": "$web_search"}}]},
    {"tools": [{"type": "mcp", "server_url": "https://example.com"}]},
)


def agent_main(problem):
    seen = []
    for field in FIELDS:
        messages = [{"role": "user", "content": problem["query"]}]
        body = {"model": getenv("SANDBOX_MODEL"), "messages": messages, **field}
        if request("POST", "/inference/chat/completions", body=body).status == 200:
            seen.append(str(field))
    return [{"seen": seen}]
