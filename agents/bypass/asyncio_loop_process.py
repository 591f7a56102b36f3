"""Starts a program with the event loop."""
# check: CALL_BLOCKED
# run: open

import asyncio


def agent_main(problem):
    async def start():
        loop = asyncio.get_running_loop()
        return await loop.subprocess_shell(asyncio.SubprocessProtocol, "true")

    return [{"reached": str(asyncio.run(start()))}]
