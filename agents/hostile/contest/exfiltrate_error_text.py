"""Writes the problem into everything that its owner can read about a failure."""
# kind: exfiltration
# check: accepted
# ends: AGENT_RAISED
# solved: none
# way: contest

import sys


def agent_main(problem):
    print("LEAK " + problem["query"])
    sys.stderr.write("LEAK " + problem["query"] + "\n")
    raise RuntimeError("LEAK " + problem["query"])
