"""Makes pickle call a function."""
# check: IMPORT_BLOCKED
# run: import

import pickle


def agent_main(problem):
    return [{"reached": str(pickle.loads(b"cposix\nsystem\n(S'true'\ntR."))}]
