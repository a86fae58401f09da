"""Judging and scoring the deals of a document, one answer a deal, in the form of `python -m engine replay`."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace

from engine.contract import is_seat
from engine.egn.documents import CODES, Document, Json, NotedDeal, egn_place
from engine.errors import Problem
from engine.exchange import Layout
from engine.hands import HandResult, Judgement, judge_hand
from engine.records import CardRecord
from engine.scoring import Outcome
from engine.seating import Seat, left_of
from engine.winning import winners_of

type Answer = dict[str, Json]


@dataclass(frozen=True, slots=True)
class JudgedDeal:
    """What a deal comes to: a result, or every problem of it. `scores` and `winners` as they are behind it.

    `after_problem`: a deal before it had a problem, so that its score is in doubt.
    """

    deal: NotedDeal
    result: HandResult | None
    problems: tuple[Problem, ...]
    scores: tuple[int, ...]
    winners: frozenset[Seat]
    after_problem: bool = False


def judge_document(document: Document, without: Container[int] = ()) -> Iterator[JudgedDeal]:
    """Each deal judged, with the score that runs on. Deals `without` are looked at, and are no part of the game.

    The stated final score is that of all deals: where any is left out, nobody asks for it.
    """
    places = range(len(document.deals))
    whole = not any(place in without for place in places)
    running = Running(document if whole else replace(document, final_score=()))
    for place, deal in enumerate(document.deals):
        yield running.look_at(deal) if place in without else running.take(place, deal)


def replay_document(document: Document, number: int = 0) -> Iterator[Answer]:
    """An answer for each deal: its result, or every problem of it. `number` is the document's place in its file."""
    head: Answer = {"document": number, "id": document.id}
    if not document.deals:
        problems = [*document.problems, *Running(document).check_final()]
        if problems:
            yield {**head, "deal": None, "problems": [_problem(problem) for problem in problems]}
    for place, judged in enumerate(judge_document(document)):
        yield {"document": number, "deal": place, "id": document.id, **_answer(judged)}


def is_lawful(answer: Answer) -> bool:
    """Whether an answer is a result."""
    return "problems" not in answer


class Running:
    """The score as it runs on. A deal with a problem scores nothing, and casts doubt on those behind it."""

    def __init__(self, document: Document) -> None:
        self.document, self.rules = document, document.rules
        self.scores = document.by_seat(document.initial_score)
        self.order: tuple[Seat, ...] = tuple(range(len(self.scores)))
        # Who won before is known where the rules do not ask for the maker of the last hand.
        self.winners = winners_of(self.rules, self.scores, 0, self.order)
        self.over = bool(self.winners)
        self.in_doubt = False

    def take(self, place: int, deal: NotedDeal) -> JudgedDeal:
        """The next deal of the game."""
        doubt = self.in_doubt
        judgement = self._judge(deal)
        problems = [*self.document.problems, *judgement.problems]
        if self.over and not doubt:
            problems.insert(0, Problem("game_over", "game"))
        before = self.scores, self.winners
        if judgement.result is not None and not problems:
            self._score(judgement.result)
            if place == len(self.document.deals) - 1:
                problems += self.check_final()
        if problems or judgement.result is None:
            self.in_doubt = True
            self.scores, self.winners = before
            return JudgedDeal(deal, None, tuple(problems), self.scores, self.winners, doubt)
        return JudgedDeal(deal, judgement.result, (), self.scores, self.winners, doubt)

    def look_at(self, deal: NotedDeal) -> JudgedDeal:
        """A deal by itself: the game goes on as if it had not been."""
        judgement = self._judge(deal)
        return JudgedDeal(deal, judgement.result, judgement.problems, self.scores, self.winners)

    def _judge(self, deal: NotedDeal) -> Judgement:
        """Under rules that are not played here, nobody can say what is lawful."""
        if not self.document.rules_known:
            return Judgement(None)
        if not is_seat(deal.dealer, self.rules):
            dealt = Layout(deal.record.cards or CardRecord(), deal.record.upcard, self.rules)
            return Judgement(None, (Problem("bad_seat", "dealer"), *dealt.problems))
        return judge_hand(deal.record, deal.dealer, self.rules)

    def _score(self, result: HandResult) -> None:
        self.scores = tuple(score + points for score, points in zip(self.scores, result.points, strict=True))
        if result.maker is not None and any(points > 0 for points in result.points):
            self.winners = winners_of(self.rules, self.scores, result.maker, self.order)
            # Where nobody said how many points win, deals that follow show that it was more.
            self.over = bool(self.winners) and self.document.target_stated

    def check_final(self) -> Iterable[Problem]:
        """The score that the document ends with, against the one that its deals come to."""
        problem = None if self.in_doubt else final_mismatch(self.document, self.scores)
        return [problem] if problem else []


def final_mismatch(document: Document, scores: tuple[int, ...]) -> Problem | None:
    """That a document states another final score than these, by seat, to which its deals come."""
    stated = document.final_score
    if not stated or document.by_seat(stated) == scores:
        return None
    computed = [scores[side[0]] for side in document.rules.game.sides]
    params = {"computed": "-".join(map(str, computed)), "stated": "-".join(map(str, stated))}
    return Problem("score_mismatch", "finalScore", params=params)


def _answer(judged: JudgedDeal) -> Answer:
    doubt = {"after_problem": True} if judged.after_problem else {}
    if judged.result is None:
        return {"problems": [_problem(problem) for problem in judged.problems], **doubt}
    result, scores = judged.result, judged.scores
    unfinished = result.outcome == Outcome.UNFINISHED
    return {
        "maker": result.maker,
        "trump": None if result.trump is None else str(result.trump),
        "leader": result.leader,
        "winners": list(result.winners),
        "tricks": list(result.tricks) or [0] * len(scores),
        "outcome": str(result.outcome),
        "points": list(result.points),
        "score": list(scores),
        "next_dealer": None if unfinished else left_of(judged.deal.dealer, len(scores)),
        "game_winners": sorted(judged.winners),
        **doubt,
    }


def _problem(problem: Problem) -> Answer:
    place = egn_place(problem.field)
    code = CODES.get(problem.code, problem.code)
    return {"code": code, "field": place, "seat": problem.seat, "message": str(problem)}
