"""attack: end, and leave a child that holds every pipe open
promise: wall-clock
control: yes
"""

import os
import time


def agent_main(problem):
    os.set_inheritable(3, True)
    if os.fork() == 0:
        os.setsid()
        time.sleep(20)
        os._exit(0)
    os.write(3, b'{"answer":[{"escaped":false,"what":"went away"}]}\0')
    os._exit(0)
