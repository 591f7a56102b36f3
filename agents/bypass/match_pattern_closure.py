"""Replaces the list of modules in the closure of the agent's own import."""
# check: INTERPRETER_INTERNALS
# run: subprocess.Popen

import random


class Everything:
    def __contains__(self, name):
        return True


def agent_main(problem):
    match __builtins__["__import__"]:
        case object(__closure__=cells):
            for cell in cells:
                match cell:
                    case object(cell_contents=object(__closure__=inner)):
                        for each in inner or ():
                            if isinstance(each.cell_contents, frozenset):
                                each.cell_contents = Everything()
    import subprocess

    return [{"reached": subprocess.run(["true"]).returncode}]
