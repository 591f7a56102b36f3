"""Walks over modules with operator.attrgetter."""
# check: MODULE_BY_ATTRIBUTE
# run: os.system

import json
import operator


def agent_main(problem):
    load = operator.attrgetter("decoder.scanner.re.enum.sys")(json)
    return [{"reached": load.modules["os"].system("true")}]
