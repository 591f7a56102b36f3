"""attack: an answer of very many very small values
promise: answer
answer: refused
"""


def agent_main(problem):
    return [0] * 80_000
