"""Reads the module that a context manager of the library keeps."""
# check: INTERPRETER_INTERNALS
# run: os.listdir

import warnings


def agent_main(problem):
    system = warnings.catch_warnings()._module.sys.modules["os"]
    return [{"reached": system.listdir("/proc")}]
