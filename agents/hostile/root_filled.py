"""attack: fill every other writable place
promise: files
endings: finished, out of memory
alone: yes
own kernel: harmless
"""

import os

FOLDERS = (
    "/", "/dev", "/run", "/run/assay", "/var/tmp", "/opt/assay", "/agent", "/etc", "/usr", "/proc", "/dev/pts", "/dev/mqueue",
)  # fmt: skip
PIECE = b"\1" * (1 << 20)


def agent_main(problem):
    return [fill(folder, 0) for folder in FOLDERS]


def fill(folder, allowed):
    written, files = 0, 0
    try:
        while written <= 2 * allowed + len(PIECE):
            files += 1
            with open(f"{folder}/filling-{files}", "wb", 0) as file:
                for _ in range(4):
                    written += file.write(PIECE)
    except OSError as error:
        reason = error.strerror
    else:
        reason = "no end in sight"
    for number in range(1, files + 1):
        try:
            os.unlink(f"{folder}/filling-{number}")
        except OSError:
            pass
    return {"escaped": written > allowed, "what": f"{folder}: {reason} after {written} bytes"}
