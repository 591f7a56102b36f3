"""Gives the check one path and the system another, with a class found in the library."""
# check: MODULE_BY_ATTRIBUTE
# run: open

import random


def agent_main(problem):
    class Changing:
        asked = 0

        def __fspath__(self):
            self.asked += 1
            return "/proc/cpuinfo" if self.asked == 1 else "/tmp/x"

    reader = random._os.sys.modules["io"].FileIO
    return [{"reached": reader(Changing()).read(9).decode()}]
