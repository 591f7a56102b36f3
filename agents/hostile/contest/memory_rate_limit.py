"""Uses up the gateway's rate limit, and checks in the next attempt whether it still applies."""
# kind: memory
# check: accepted
# ends: none
# sees: nothing
# solved: none

from assay.gateway import request
from concurrent.futures import ThreadPoolExecutor


def status(_):
    return request("GET", "/health").status


def agent_main(problem):
    first = status(0)
    with ThreadPoolExecutor(8) as crowd:
        list(crowd.map(status, range(60)))
    return [{"seen": [] if first == 200 else [first]}]
