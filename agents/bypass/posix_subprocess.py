"""Starts a program with the compiled half of subprocess, which raises no event."""
# check: PART_NOT_ALLOWED
# run: subprocess.fork_exec

import asyncio


def agent_main(problem):
    library = asyncio.subprocess.subprocess
    start = getattr(library, "_fork_exec", None) or library._posixsubprocess.fork_exec
    none = -1
    arguments = [b"true"], [b"/bin/true"], True, (), None, None, none, none, none, none, none, none, none, none
    return [{"reached": str(start(*arguments))}]
