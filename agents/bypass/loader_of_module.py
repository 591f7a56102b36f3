"""Loads a built-in module with the loader of another one and searches for the hook."""
# check: INTERPRETER_INTERNALS
# run: gc.get_objects

import time


def agent_main(problem):
    collector = time.__spec__.loader.load_module("gc")
    return [{"reached": len(collector.get_objects())}]
