"""attack: a daemon that outlives the attempt
promise: nothing-left-behind
control: yes
"""

import os
import time


def agent_main(problem):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for descriptor in range(16):
                try:
                    os.close(descriptor)
                except OSError:
                    pass
            time.sleep(20)
        os._exit(0)
    os.wait()
    return [{"escaped": False, "what": "whether it lives on, the host sees"}]
