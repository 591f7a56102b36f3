"""attack: an answer without end
promise: answer
endings: answer too large
answer: any
"""

import os


def agent_main(problem):
    os.write(3, b'{"answer":["')
    while True:
        os.write(3, b"x" * 65536)
