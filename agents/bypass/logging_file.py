"""Writes a file with a handler of logging."""
# check: FILE_WRITE
# run: open

import logging


def agent_main(problem):
    logging.FileHandler("/agent/note")
    return [{"reached": True}]
