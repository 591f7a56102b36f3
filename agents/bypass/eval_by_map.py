"""Makes a library function call eval."""
# check: CALL_BLOCKED
# run: compile

import statistics


def agent_main(problem):
    return [{"reached": statistics.mean(map(eval, ["1 + 1"]))}]
