"""Who did what besides scoring. Holds ids and never names, so that it can be kept."""

from django.db import models
from django.utils import timezone

from league.models.base import FactModel
from league.models.clubs import Club
from league.models.recorders import Recorder


class AuditEntry(FactModel):
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="audit", db_index=False)
    recorder = models.ForeignKey(Recorder, on_delete=models.PROTECT, related_name="+", db_index=False)
    at = models.DateTimeField(default=timezone.now)
    # A verb of the services: player_merged, night_closed, …
    act = models.CharField(max_length=40)
    subject_kind = models.CharField(max_length=20)
    subject_id = models.CharField(max_length=36)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)

    class Meta:
        indexes = [
            # A club's log, newest first; also stands in for the key of club.
            models.Index(fields=["club", "-at"], name="audit_by_club"),
            # The history of one thing.
            models.Index(fields=["subject_kind", "subject_id"], name="audit_by_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.act} {self.subject_kind} {self.subject_id}"
