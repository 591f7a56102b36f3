"""attack: return something that never ends
promise: answer
answer: refused
"""


def agent_main(problem):
    return iter(int, 1)
