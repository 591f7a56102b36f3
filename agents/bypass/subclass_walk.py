"""Looks for a useful class among all classes."""
# check: INTERPRETER_INTERNALS
# run: os.system


def agent_main(problem):
    for each in ().__class__.__base__.__subclasses__():
        if each.__name__ == "_wrap_close":
            return [{"reached": each.__init__.__globals__["system"]("true")}]
    return []
