"""attack: return an integer of a million digits
promise: answer
endings: finished, answer too large, out of cpu
answer: refused
"""


def agent_main(problem):
    return [1 << 3_400_000]
