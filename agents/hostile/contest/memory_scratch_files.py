"""Leaves files in every writable folder, and looks for them in the next attempt."""
# kind: memory
# check: FILE_WRITE
# ends: none
# sees: nothing
# solved: none

from pathlib import Path

PLACES = ("/tmp/left", "/tmp/.left", "/tmp/" + "x" * 200)


def agent_main(problem):
    seen = [place for place in PLACES if Path(place).exists()]
    for place in PLACES:
        try:
            Path(place).write_text(problem["query"])
        except OSError:
            pass
    return [{"seen": seen}]
