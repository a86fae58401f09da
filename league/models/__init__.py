"""The tables: facts that people entered, rows derived from them, and ordinary rows around."""

from league.models.audit import AuditEntry
from league.models.cards import TableCard
from league.models.clubs import Club, ClubState, Corrections, Membership, Role, Showing, Visibility
from league.models.credits import Credit, CreditKind
from league.models.derived import GamePlayer, Hand
from league.models.disputes import Dispute, DisputeState
from league.models.drafts import CardDraft
from league.models.events import EventAlias, GameEvent, HeldWrite, Remark, WhyHeld
from league.models.founding import FounderInvitation, SetupCode
from league.models.games import Game, GameStatus
from league.models.imports import ImportedGame
from league.models.invitations import ClaimState, Invitation, PlayerClaim
from league.models.nights import Night, NightKind, NightState, Table
from league.models.players import Player
from league.models.ratings import Rating, RatingChange, RatingPool
from league.models.recorders import Recorder
from league.models.rules import RuleSet
from league.models.seasons import Season, SeasonRules, SeasonState
from league.models.sessions import Session
from league.models.tallies import NightTally, PairTally, Tally
from league.models.users import User

__all__ = [
    "AuditEntry",
    "CardDraft",
    "ClaimState",
    "Club",
    "ClubState",
    "Corrections",
    "Credit",
    "CreditKind",
    "Dispute",
    "DisputeState",
    "EventAlias",
    "FounderInvitation",
    "Game",
    "GameEvent",
    "GamePlayer",
    "GameStatus",
    "Hand",
    "HeldWrite",
    "ImportedGame",
    "Invitation",
    "Membership",
    "Night",
    "NightKind",
    "NightState",
    "NightTally",
    "PairTally",
    "Player",
    "PlayerClaim",
    "Rating",
    "RatingChange",
    "RatingPool",
    "Recorder",
    "Remark",
    "Role",
    "RuleSet",
    "Season",
    "SeasonRules",
    "SeasonState",
    "Session",
    "SetupCode",
    "Showing",
    "Table",
    "TableCard",
    "Tally",
    "User",
    "Visibility",
    "WhyHeld",
]
