"""Climbs from the frame of a generator to the runner."""
# check: INTERPRETER_INTERNALS
# run: os.system


def agent_main(problem):
    def climb():
        yield running.gi_frame.f_back.f_back

    running = climb()
    for frame in running:
        while frame is not None:
            found = frame.f_globals.get("os")
            if found is not None:
                return [{"reached": found.system("true")}]
            frame = frame.f_back
    return []
