"""Euchre Game Notation: full records of hands in and out, as text that other programs read too.

`read_documents` reads a file, `replay_document` judges and scores what was read, `format_document` writes it again.
"""

from engine.egn.documents import Document, NotedDeal
from engine.egn.export import game_documents, hand_documents
from engine.egn.files import ReadDocument, read_documents
from engine.egn.reader import parse_document
from engine.egn.replay import JudgedDeal, final_mismatch, judge_document, replay_document
from engine.egn.writer import format_document

__all__ = [
    "Document",
    "JudgedDeal",
    "NotedDeal",
    "ReadDocument",
    "final_mismatch",
    "format_document",
    "game_documents",
    "hand_documents",
    "judge_document",
    "parse_document",
    "read_documents",
    "replay_document",
]
