"""attack: print without end to standard output
promise: output
endings: printed too much
answer: any
"""

import os


def agent_main(problem):
    while True:
        os.write(1, b"x" * 65536)
