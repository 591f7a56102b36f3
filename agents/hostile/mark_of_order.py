"""attack: an answer after a byte order mark
promise: answer
answer: refused
"""

import os


def agent_main(problem):
    os.write(3, b'\xef\xbb\xbf{"answer":[]}\0')
    os._exit(0)
