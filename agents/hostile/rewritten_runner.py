"""attack: rewrite the runner from inside
promise: answer
answer: any

The agent controls everything in this process, including the runner. All it can gain is its own answer.
"""

import json
import os
import sys


def agent_main(problem):
    runner = sys.modules["assay_runner"]
    forged = b'{"answer":[{"escaped":false,"what":"forged"}]}'
    json.dumps = lambda *_, **__: forged.decode()
    runner.write_all = lambda descriptor, _: os.write(descriptor, forged + b"\0")
    runner.limit_resources = lambda _: None
    sys.exit = os._exit = lambda *_: None
    frame = sys._getframe()
    while frame is not None:
        frame.f_globals["failure"] = lambda *_: forged
        frame = frame.f_back
    raise KeyError("nothing works any more")
