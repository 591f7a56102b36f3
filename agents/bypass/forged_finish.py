"""Calls the end of the report from elsewhere."""
# check: MODULE_BY_ATTRIBUTE
# run: assay.finish

import random


def agent_main(problem):
    random._os.sys.audit("assay.finish", b"{}")
    return [{"reached": True}]
