"""attack: kill a process of the host
promise: host-processes
control: yes
"""

import json
import os
import signal


def agent_main(problem):
    sentinel = json.loads(problem["query"])["sentinel"]
    return [send(sentinel, number) for number in (signal.SIGCONT, signal.SIGTERM, signal.SIGKILL)] + [by_descriptor(sentinel)]


def send(process, number):
    try:
        os.kill(process, number)
    except OSError as error:
        return {"escaped": False, "what": f"signal {number}: {error.strerror}"}
    return {"escaped": True, "what": f"sent signal {number} to process {process} of the host"}


def by_descriptor(process):
    try:
        descriptor = os.pidfd_open(process)
        signal.pidfd_send_signal(descriptor, signal.SIGKILL)
    except OSError as error:
        return {"escaped": False, "what": f"pidfd: {error.strerror}"}
    return {"escaped": True, "what": f"killed process {process} of the host by pidfd"}
