"""Makes a function from a code object."""
# check: INTERPRETER_INTERNALS
# run: function.__new__

import types


def agent_main(problem):
    made = types.FunctionType(agent_main.__code__, {"__builtins__": {}})
    return [{"reached": str(made)}]
