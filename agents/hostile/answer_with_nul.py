"""attack: an answer with NUL bytes in it
promise: answer
answer: refused
"""

import os


def agent_main(problem):
    os.write(3, b'{"answer":[\0]}\0\0\0')
    os._exit(0)
