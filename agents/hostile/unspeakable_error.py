"""attack: raise an error that cannot be described
promise: answer
answer: refused
"""


class Unspeakable(BaseException):
    def __str__(self):
        raise Unspeakable

    __repr__ = __str__


def agent_main(problem):
    raise Unspeakable
