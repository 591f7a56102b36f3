"""Gives the check one path and the system another."""
# check: MODULE_NOT_ALLOWED
# run: import

from io import FileIO


def agent_main(problem):
    class Changing:
        asked = 0

        def __fspath__(self):
            self.asked += 1
            return "/proc/cpuinfo" if self.asked == 1 else "/tmp/x"

    return [{"reached": FileIO(Changing()).read(9).decode()}]
