"""Makes typing evaluate an annotation that is code."""
# check: PART_NOT_ALLOWED
# run: exec

import typing


def agent_main(problem):
    def shaped(value: "[].append(1) or int"):
        return value

    return [{"reached": str(typing.get_type_hints(shaped))}]
