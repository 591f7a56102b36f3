"""Takes sys from typing."""
# check: MODULE_BY_ATTRIBUTE
# run: os.fork

import typing


def agent_main(problem):
    return [{"reached": typing.sys.modules["posix"].fork()}]
