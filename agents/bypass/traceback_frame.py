"""Climbs from a traceback to the runner."""
# check: INTERPRETER_INTERNALS
# run: os.fork


def agent_main(problem):
    try:
        raise ValueError
    except ValueError as error:
        frame = error.__traceback__.tb_frame.f_back
    while frame is not None:
        if "os" in frame.f_globals:
            return [{"reached": frame.f_globals["os"].fork()}]
        frame = frame.f_back
    return []
