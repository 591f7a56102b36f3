"""attack: numbers too large to hold
promise: answer
answer: refused
"""

import os


def agent_main(problem):
    os.write(3, b'{"answer":[1e999,-1e999,12345678901234567890]}\0')
    os._exit(0)
