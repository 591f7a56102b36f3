"""attack: print without end to standard error
promise: output
endings: printed too much
answer: any
"""

import os


def agent_main(problem):
    while True:
        os.write(2, b"x" * 65536)
