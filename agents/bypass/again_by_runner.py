"""Makes the runner load a second file."""
# check: FILE_WRITE
# run: compile

import random


def agent_main(problem):
    with open("/tmp/second.py", "w") as file:
        file.write("def agent_main(problem): return [{'reached': 1}]")
    runner = random._os.sys.modules["assay_runner"]
    report = runner.attempt("/tmp/second.py", {}, None)
    return [{"reached": True}] if b"answer" in report else []
