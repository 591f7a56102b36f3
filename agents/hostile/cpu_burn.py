"""attack: compute for ever
promise: cpu
endings: out of cpu
"""


def agent_main(problem):
    while True:
        pass
