"""Opens a page in a browser."""
# check: IMPORT_BLOCKED
# run: import

import webbrowser


def agent_main(problem):
    return [{"reached": webbrowser.open("http://example.com")}]
