"""Takes sys from collections and every module from sys."""
# check: MODULE_BY_ATTRIBUTE
# run: os.system

import collections


def agent_main(problem):
    return [{"reached": collections._sys.modules["os"].system("true")}]
