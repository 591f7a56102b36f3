"""attack: a file larger than any disk
promise: files
"""

import json
import os


def agent_main(problem):
    allowed = json.loads(problem["query"])["limits"]["scratch"]
    return [grow(folder, size) for folder in ("/tmp", "/dev/shm") for size in (2 * allowed, 1 << 40, (1 << 63) - 4096)]


def grow(folder, size):
    path = f"{folder}/sparse"
    try:
        with open(path, "wb") as file:
            file.truncate(size)
            file.seek(size - 1)
            file.write(b"\1")
    except (OSError, OverflowError) as error:
        return {"escaped": False, "what": f"{folder}, {size} bytes: {error}"}
    shown = os.stat(path).st_size
    os.unlink(path)
    return {"escaped": shown >= size, "what": f"a file of {shown} bytes in {folder}"}
