"""Imports a module from a module that uses it."""
# check: MODULE_BY_ATTRIBUTE
# run: import

from dataclasses import sys as helper


def agent_main(problem):
    return [{"reached": helper.modules["os"].system("true")}]
