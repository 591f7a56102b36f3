"""attack: no answer
promise: answer
answer: refused
"""

import os


def agent_main(problem):
    os.write(3, b'')
    os._exit(0)
