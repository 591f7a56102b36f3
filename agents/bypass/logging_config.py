"""Makes logging call any function by its name."""
# check: MODULE_NOT_ALLOWED
# run: import

import logging.config


def agent_main(problem):
    handler = {"()": "os.system", "command": "true"}
    logging.config.dictConfig({"version": 1, "handlers": {"h": handler}, "root": {"handlers": ["h"]}})
    return [{"reached": True}]
