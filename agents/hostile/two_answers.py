"""attack: two answers one after the other
promise: answer
answer: refused
"""

import os


def agent_main(problem):
    os.write(3, b'{"answer":[1]}\0{"answer":[2]}\0')
    os._exit(0)
