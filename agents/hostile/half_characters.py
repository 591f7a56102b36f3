"""attack: unpaired surrogates
promise: answer
answer: accepted
"""


def agent_main(problem):
    return ["\ud800", {"\udfff": "\ud83d"}]
