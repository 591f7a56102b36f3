"""Writes a module and imports it."""
# check: FILE_WRITE
# run: import


def agent_main(problem):
    with open("/tmp/helper.py", "w") as file:
        file.write("found = 1")
    import helper

    return [{"reached": helper.found}]
