"""Starts a program with asyncio."""
# check: MODULE_BY_ATTRIBUTE
# run: subprocess.Popen

import asyncio


def agent_main(problem):
    async def start():
        return await asyncio.create_subprocess_exec("true")

    return [{"reached": str(asyncio.run(start()))}]
