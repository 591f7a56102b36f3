"""attack: list every file
promise: host-files
own kernel: harmless

The root of a sandbox starts empty, so any unneeded file in it is a mistake.
"""

import os

EXPECTED = {"agent", "dev", "etc", "lib", "lib64", "opt", "proc", "run", "tmp", "usr", "root", "home", "var", "bin", "sbin"}
SUSPICIOUS = ("shadow", "id_rsa", "id_ed25519", ".env", ".git", ".netrc", ".npmrc", "docker.sock", "credentials", "authorized_keys")


def agent_main(problem):
    results = []
    top = set(os.listdir("/"))
    results.append({"escaped": bool(top - EXPECTED), "what": f"/ holds {sorted(top)}"})
    for folder, folders, files in os.walk("/"):
        if folder.startswith(("/proc", "/sys")):
            folders.clear()
            continue
        for name in folders + files:
            if name in SUSPICIOUS:
                results.append({"escaped": True, "what": f"{folder}/{name} is there"})
    for folder in ("/root", "/home", "/var", "/mnt", "/srv", "/boot", "/sys", "/usr/local", "/usr/share"):
        held = os.listdir(folder) if os.path.isdir(folder) else []
        results.append({"escaped": bool(held), "what": f"{folder} holds {held[:5]}"})
    return results
