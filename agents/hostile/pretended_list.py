"""attack: return an object that imitates a list
promise: answer
endings: finished, out of memory, out of cpu, out of time
answer: refused
"""


class Pretender(list):
    def __iter__(self):
        return iter(lambda: 1, 2)

    def __len__(self):
        return 1 << 40

    def __class__(self):
        return list


def agent_main(problem):
    return [Pretender(), Pretender]
