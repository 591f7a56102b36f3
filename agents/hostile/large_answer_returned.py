"""attack: return more than an answer may hold
promise: answer
endings: answer too large
answer: any
"""

import json


def agent_main(problem):
    return ["x" * (2 * json.loads(problem["query"])["limits"]["answer"])]
