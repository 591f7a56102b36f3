"""attack: one operation that takes forever and cannot be interrupted
promise: cpu
endings: out of cpu, out of time, out of memory, finished
"""


def agent_main(problem):
    number = 7
    for _ in range(40):
        number = pow(number, 3)
    return [{"escaped": True, "what": f"a number of {number.bit_length()} bits"}]
