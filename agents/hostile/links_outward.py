"""attack: symbolic and hard links that lead out of the sandbox
promise: host-files
control: yes

Neither the sandbox's processes nor the host may reach the target through them.
"""

import json
import os
import tempfile


def agent_main(problem):
    canary = json.loads(problem["query"])
    target = canary["file"]
    ways = [target, "/proc/self/root" + target, "/proc/1/root" + target, "/proc/self/cwd/../../../.." + target]
    return [through_link(way) for way in ways] + [hard_link(target)] + [planted(target)] + leading_out()


def through_link(target):
    with place() as folder:
        link = os.path.join(folder, "link")
        try:
            os.symlink(target, link)
            with open(link) as file:
                return {"escaped": True, "what": f"read through a link to {target}: {file.read(100)}"}
        except OSError as error:
            return {"escaped": False, "what": f"{target}: {error.strerror}"}


def hard_link(target):
    with place() as folder:
        try:
            os.link(target, os.path.join(folder, "link"))
        except OSError as error:
            return {"escaped": False, "what": f"hard link: {error.strerror}"}
        return {"escaped": True, "what": "a hard link to a file of the host"}


def planted(target):
    """A link where the host would look for results, if it did."""
    for folder in ("/agent", "/run/assay", "/tmp"):
        try:
            os.symlink(target, os.path.join(folder, "agent.py.out"))
            os.unlink(os.path.join(folder, "agent.py.out"))
        except OSError:
            pass
    return {"escaped": False, "what": "links planted"}


def leading_out():
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        for name in ("root", "cwd"):
            try:
                inside = set(os.listdir("/"))
                outside = os.path.realpath(f"/proc/{process}/{name}")
                if outside == "/" and set(os.listdir(f"/proc/{process}/{name}/")) - inside:
                    found.append({"escaped": True, "what": f"/proc/{process}/{name} is another root"})
            except OSError:
                pass
    return found


class place:
    """A temporary folder, or a name that does not exist if nothing can be written."""

    def __enter__(self):
        try:
            self.folder = tempfile.mkdtemp()
        except OSError:
            self.folder = "/tmp/nowhere"
        return self.folder

    def __exit__(self, *_):
        try:
            for name in os.listdir(self.folder):
                os.unlink(os.path.join(self.folder, name))
            os.rmdir(self.folder)
        except OSError:
            pass
