"""Errors that the caller can fix."""


class TrainerFault(Exception):
    """Has a code for programs, a message, and a remedy.

    `exit` is 1 if the trainer ran but the result is negative, 2 for invalid usage or something missing.
    """

    def __init__(self, code: str, message: str, remedy: str, exit: int = 2) -> None:
        super().__init__(f"{code}: {message} {remedy}")
        self.code = code
        self.message = message
        self.remedy = remedy
        self.exit = exit

    def __reduce__(self) -> tuple:
        # Exceptions are unpickled from `args`, which contains one sentence instead of the four parts.
        return (TrainerFault, (self.code, self.message, self.remedy, self.exit))


def config_refused(message: str, remedy: str) -> TrainerFault:
    return TrainerFault("CONFIG_INVALID", f"{message[0].upper()}{message[1:]}.", f"{remedy[0].upper()}{remedy[1:]}.")
