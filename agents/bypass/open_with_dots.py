"""Reads the environment of the first process, by a path with dots."""
# check: accepted
# run: open

from pathlib import Path


def agent_main(problem):
    return [{"reached": Path("/tmp/../proc/1/environ").read_text()}]
