"""Takes a socket from the event loop."""
# check: MODULE_BY_ATTRIBUTE
# run: socket.connect

import asyncio


def agent_main(problem):
    network = asyncio.base_events.socket
    return [{"reached": str(network.create_connection(("127.0.0.1", 22), 1))}]
