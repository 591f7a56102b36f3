"""Waits in a finaliser until the rules' hook is on the stack, and takes its token and list of events."""
# kind: forged evidence
# check: INTERPRETER_INTERNALS
# ends: none
# sees: nothing
# solved: none
# problems: 1

import time
import traceback

FOUND = []
FINALISED = []


class Trap:
    def __del__(self):
        FINALISED.append(True)
        for frame, _ in traceback.walk_stack(None):
            match frame:
                case object(f_globals={"TOKEN": token, "EVENTS": events}):
                    FOUND.append([token, events])


def agent_main(problem):
    kept = []
    for place in range(3_000):
        trap = Trap()
        trap.itself = [trap]
        del trap
        kept.append([[] for _ in range(place % 7)])
        open(__file__).close()
        if FOUND:
            break
    # Long enough for a garbage collection in another thread.
    time.sleep(2.5)
    return [{"seen": [str(token) for token, _ in FOUND]}, {"finalised": bool(FINALISED)}]
