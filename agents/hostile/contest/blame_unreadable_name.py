"""Raises an error that cannot be described and whose type has no readable name."""
# kind: blame shifting
# check: any
# ends: AGENT_RAISED or AGENT_IMPORT_FAILED or AGENT_BROKE_RULE or ANSWER_NOT_JSON
# solved: none

import time


class Meta(type):
    @property
    def __name__(cls):
        raise KeyboardInterrupt


class Error(BaseException, metaclass=Meta):
    def __str__(self):
        raise Error


def agent_main(problem):
    raise Error
