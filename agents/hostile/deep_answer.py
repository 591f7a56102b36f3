"""attack: lists in lists, deeper than any stack
promise: answer
answer: refused
"""

import os


def agent_main(problem):
    depth = 50_000
    content = b'{"answer":' + b"[" * depth + b"]" * depth + b"}\0"
    while content:
        content = content[os.write(3, content) :]
    os._exit(0)
