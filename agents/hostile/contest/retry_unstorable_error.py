"""Raises an error with a NUL in its text, so that the arena rejects the report of the run and the run is repeated."""
# kind: free retry
# check: accepted
# ends: AGENT_RAISED
# solved: none
# way: contest


def agent_main(problem):
    raise RuntimeError("\0")
