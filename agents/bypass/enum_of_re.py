"""Takes sys from the enum module that re uses."""
# check: MODULE_BY_ATTRIBUTE
# run: os.posix_spawn

import re


def agent_main(problem):
    modules = re.enum.sys.modules
    return [{"reached": modules["os"].posix_spawn("/bin/true", ["true"], {})}]
