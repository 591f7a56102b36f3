"""Adds a folder to the path of modules and imports from it."""
# check: FILE_WRITE
# run: compile

import random


def agent_main(problem):
    with open("/tmp/secrets2.py", "w") as file:
        file.write("found = 1")
    system = random._os.sys
    system.path.insert(0, "/tmp")
    loader = system.modules["_frozen_importlib_external"].SourceFileLoader
    return [{"reached": str(loader("secrets2", "/tmp/secrets2.py").load_module())}]
