"""Forms about clubs and their members."""

from collections import defaultdict
from functools import lru_cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from league.models import Club, Corrections, Role, Showing, Visibility
from league.models.clubs import CLUB_NAME_LENGTH
from league.text import CleanCharField, name_key

REGIONS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")

# Without the value, which may hold what no page can show.
PICK = {"invalid_choice": _("Choose one of these.")}

type ZoneChoices = list[tuple[str, str | list[tuple[str, str]]]]


@lru_cache
def zones() -> ZoneChoices:
    """The zones that places have, by region; the names of rules and abbreviations are left out."""
    regions: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for key in sorted(available_timezones()):
        region, _slash, place = key.partition("/")
        if region in REGIONS and place:
            regions[region].append((key, place.replace("_", " ").replace("/", " – ")))
    return [("", ""), *regions.items(), ("UTC", "UTC")]


class ZoneForm(forms.Form):
    """Where a club plays: a night's date depends on it."""

    zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=zones,
        help_text=_("Where the club plays: it decides which evening a game belongs to."),
        error_messages=PICK,
    )


class ClubForm(ZoneForm):
    """A new club."""

    name = CleanCharField(label=_("Name of the club"), max_length=CLUB_NAME_LENGTH)

    field_order = ("name", "zone")


class ClubSettingsForm(ClubForm):
    """An owner's form for a club that exists."""

    visibility = forms.ChoiceField(
        label=_("Who may look"),
        choices=Visibility,
        widget=forms.RadioSelect,
        help_text=_("Recording is for members in every case."),
        error_messages=PICK,
    )
    corrections = forms.ChoiceField(
        label=_("How long scorers may put a finished game right"),
        choices=Corrections,
        widget=forms.RadioSelect,
        help_text=_("Organisers may at any time. What a scorer saves later waits for an organiser."),
        error_messages=PICK,
    )
    showing = forms.ChoiceField(
        label=_("New players are shown as"),
        choices=[choice for choice in Showing.choices if choice[0] != Showing.NICKNAME],
        required=False,  # an answer without it leaves it as it is
        widget=forms.RadioSelect,
        help_text=_("Each player may choose otherwise later."),
        error_messages=PICK,
    )


class RoleForm(forms.Form):
    """What a member may do."""

    role = forms.ChoiceField(label=_("Role"), choices=Role, error_messages=PICK)


class CloseClubForm(forms.Form):
    """Nobody closes a club by accident: its name has to be typed."""

    name = CleanCharField(label=_("Type the name of the club"), max_length=CLUB_NAME_LENGTH)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.fields["name"].widget.attrs["autocomplete"] = "off"

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name_key(name) != name_key(self.club.name):
            raise forms.ValidationError(_("That is not its name. Type it as it stands above."), code="other")
        return name
