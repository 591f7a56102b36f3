"""Reads the globals of whatever stands for the compiled half of subprocess, and declares every event harmless."""
# check: INTERPRETER_INTERNALS
# run: os.listdir

import random


def agent_main(problem):
    match [random]:
        case [object(_os=system)]:
            modules = system.__dict__["sys"].modules
            match modules["_posixsubprocess"]:
                case object(fork_exec=object(__globals__=names)):
                    events = names["EVENTS"]
                    events.update(dict.fromkeys(events, names["OK"]))
            return [{"reached": system.listdir("/proc")}]
    return []
