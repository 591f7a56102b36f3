"""attack: return a list that contains itself
promise: answer
answer: refused
"""


def agent_main(problem):
    answer = []
    answer.append(answer)
    return answer
