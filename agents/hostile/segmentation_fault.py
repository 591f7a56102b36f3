"""attack: read an invalid address, and leave a core file
promise: nothing-left-behind
endings: crashed
answer: any
"""

import ctypes
import resource


def agent_main(problem):
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (1 << 20, 1 << 20))
    except (OSError, ValueError):
        pass
    ctypes.string_at(0)
    return []
