"""Writes code into the name of a field of a data class."""
# check: accepted
# run: compile

import dataclasses


def agent_main(problem):
    shape = type("Shape", (), {"__annotations__": {"x: int = print(1)": int}})
    return [{"reached": str(dataclasses.dataclass(shape))}]
