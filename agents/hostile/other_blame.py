"""attack: a report that blames the sandbox
promise: answer
answer: refused
"""

import os


def agent_main(problem):
    os.write(3, b'{"failure":{"stage":"sandbox","type":"SANDBOX_FAILED","message":"not my fault","line":1}}\0')
    os._exit(0)
