"""Opens a connection with asyncio."""
# check: MODULE_BY_ATTRIBUTE
# run: socket.connect

import asyncio


def agent_main(problem):
    async def start():
        return await asyncio.open_connection("127.0.0.1", 22)

    return [{"reached": str(asyncio.run(start()))}]
