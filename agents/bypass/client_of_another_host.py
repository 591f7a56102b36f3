"""Connects to another address with the kit's client."""
# check: accepted
# run: socket.getaddrinfo

from src.agent.proxy_client import ProxyClient


def agent_main(problem):
    client = ProxyClient(proxy_url="http://10.0.0.7:80", max_retries=1)
    return [{"reached": client.get("/answers") or client.proxy_url}][1:]
