"""Returns a value that takes forever to write."""
# kind: blame shifting
# check: accepted
# ends: AGENT_OUT_OF_TIME
# solved: none
# problems: 1

import time


class Endless(dict):
    def items(self):
        while True:
            time.sleep(0.05)


def agent_main(problem):
    return [Endless(a=1)]
