"""Makes an interpreter without the hook."""
# check: IMPORT_BLOCKED
# run: import


def agent_main(problem):
    try:
        import _xxsubinterpreters as interpreters
    except ImportError:
        import _interpreters as interpreters
    return [{"reached": str(interpreters.create())}]
