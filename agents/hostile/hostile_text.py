"""attack: output that takes over the reader's terminal
promise: output
"""


def agent_main(problem):
    tricks = "\x1b]0;title\x07\x1b[2J\x1b[1;1H\x1b[31m\x9b5n‮desrever⁦\x00\x08\x7f\r"
    print(tricks * 50)
    return [{"escaped": False, "what": f"said {tricks}"}]
