"""Faults that the caller can do something about."""


class TrainerFault(Exception):
    """Carries a code for programs, a message that says what happened, and a remedy that says what to do.

    `exit` is 1 where the trainer ran and the answer is no, 2 where it was used badly or lacks something.
    """

    def __init__(self, code: str, message: str, remedy: str, exit: int = 2) -> None:
        super().__init__(f"{code}: {message} {remedy}")
        self.code = code
        self.message = message
        self.remedy = remedy
        self.exit = exit

    def __reduce__(self) -> tuple:
        # Exceptions are rebuilt from `args`, which hold one sentence and not the four parts.
        return (TrainerFault, (self.code, self.message, self.remedy, self.exit))


def config_refused(message: str, remedy: str) -> TrainerFault:
    return TrainerFault("CONFIG_INVALID", f"{message[0].upper()}{message[1:]}.", f"{remedy[0].upper()}{remedy[1:]}.")
