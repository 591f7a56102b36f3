"""attack: return lists in lists
promise: answer
answer: refused
"""


def agent_main(problem):
    answer = []
    for _ in range(100_000):
        answer = [answer]
    return answer
