"""What is stored otherwise than it follows from the logs."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is stored otherwise than it follows. `lasting`: it can't be put right from the log."""

    subject: str
    what: str
    stored: object
    computed: object
    lasting: bool = False

    def __str__(self) -> str:
        return f"{self.subject}, {self.what}: stored {self.stored}, computed {self.computed}"
