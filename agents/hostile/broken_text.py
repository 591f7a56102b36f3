"""attack: bytes that are not text
promise: answer
answer: refused
"""

import os


def agent_main(problem):
    os.write(3, b'{"answer":["\xff\xfe\xc0\x80\xed\xa0\x80"]}\0')
    os._exit(0)
