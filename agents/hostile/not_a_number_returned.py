"""attack: return NaN and Infinity
promise: answer
answer: refused
"""


def agent_main(problem):
    return [float("nan"), float("inf"), -float("inf")]
