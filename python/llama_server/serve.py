"""Runs llama.cpp's own HTTP server, as compiled into the xllamacpp wheel. Python does not handle any requests.

The server stops when the standard input of this process ends, so it never outlives the process that started it.
"""

import argparse
import os
import sys

import xllamacpp


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", required=True)
    parser.add_argument("--alias", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--ctx-size", type=int, default=8192)
    parser.add_argument("--parallel", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()

    options = xllamacpp.CommonParams()
    options.model.path = given.model
    options.model_alias = [given.alias]
    options.hostnames = ["127.0.0.1"]
    options.port = given.port
    options.n_ctx = given.ctx_size
    options.n_parallel = given.parallel
    options.cpuparams.n_threads = given.threads
    options.cpuparams_batch.n_threads = given.threads
    server = xllamacpp.Server(options)
    print(server.listening_address, flush=True)
    sys.stdin.read()
    # The server's threads would keep the process alive.
    os._exit(0)


main()
