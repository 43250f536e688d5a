"""The HTTP route of the quiz; it needs neither a person nor the database."""

from msgspec import Struct
from starlette.requests import Request

from qianma.quiz import Question, quiz_round
from qianma.ruleset import load, names
from qianma.server.api import Operation, RequestError

_MOST_SEED = 2**53


class QuizAnswer(Struct, frozen=True):
    """A round of questions, with their answers: nobody plays for anything here."""

    seed: int
    questions: list[Question]


def quiz_routes() -> list[Operation]:
    """The route of the quiz."""
    return [Operation("GET", "/api/quiz/{ruleset}/{seed:int}", quiz, answer=QuizAnswer)]


async def quiz(request: Request) -> QuizAnswer:
    """The round of questions that follows from a ruleset and a seed."""
    name, seed = request.path_params["ruleset"], request.path_params["seed"]
    if name not in names() or seed > _MOST_SEED:
        raise RequestError(404, "http.not_found")
    return QuizAnswer(seed, quiz_round(load(name), seed))
