"""Makes a function with the type of another one."""
# check: INTERPRETER_INTERNALS
# run: code.__new__


def agent_main(problem):
    code = agent_main.__code__.replace(co_filename="/usr/lib/python3.11/ast.py")
    return [{"reached": str(type(agent_main)(code, {}))}]
