"""attack: raise its own limits
promise: processes
"""

import resource

NAMES = ("AS", "CPU", "NPROC", "NOFILE", "FSIZE", "CORE")


def agent_main(problem):
    results = []
    for name in NAMES:
        kind = getattr(resource, f"RLIMIT_{name}")
        soft, hard = resource.getrlimit(kind)
        unlimited = resource.RLIM_INFINITY
        results.append({"escaped": hard == unlimited, "what": f"{name} is {soft} of {hard}"})
        for wanted in (unlimited, hard + 1):
            try:
                resource.setrlimit(kind, (wanted, wanted))
            except (OSError, ValueError, OverflowError) as error:
                results.append({"escaped": False, "what": f"{name}: {error}"})
            else:
                results.append({"escaped": True, "what": f"{name} raised to {wanted}"})
    return results
