"""Raises an error whose text is hard to store as text or JSON: NUL, escape, an unpaired surrogate and U+10FFFF."""
# kind: blame shifting
# check: accepted
# ends: AGENT_RAISED or ANSWER_NOT_JSON
# solved: none
# way: contest

import sys

NUMBERS = [0, 27, 0xD800, 0x10FFFF]


def odd(count):
    text = ""
    for place in range(count):
        text += chr(NUMBERS[place % len(NUMBERS)])
    return text


class Error(Exception):
    def __str__(self):
        return odd(600)


def agent_main(problem):
    sys.stderr.write(odd(2))
    raise Error
