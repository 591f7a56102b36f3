"""attack: NaN and Infinity, which are not JSON
promise: answer
answer: refused
"""

import os


def agent_main(problem):
    os.write(3, b'{"answer":[NaN,Infinity,-Infinity]}\0')
    os._exit(0)
