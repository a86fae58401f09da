"""Who is in the demo club, and how a visitor signs in."""

CLUB_NAME = "Harbour Euchre Club"
SLUG = "harbour-euchre-club"
ZONE = "America/Halifax"

PASSWORD = "right-bower"  # noqa: S105  # published on purpose; the demo is refused in production
OWNER = ("owner@harbour.example", "Olive Marsh")
SCORER = ("scorer@harbour.example", "Sam Reid")

SIGN_IN = f"""\
Demo club: {CLUB_NAME}
Sign in:   {OWNER[0]} (owner) or {SCORER[0]} (scorer)
Password:  {PASSWORD}"""

DEVICES = ("Android phone", "iPhone")

PLAYERS = (
    "Ann Fraser",
    "Ann Kowalska",
    "Åsa Lindqvist",
    "Ben Carter",
    "Cleo Ferreira",
    "Dai Evans",
    "Esra Yılmaz",
    "João Silva",
    "Jürgen Weiß",
    "Kwame Mensah",
    "Lupe Hernández",
    "Mateusz Wójcik",
    "Nguyễn Thị Hoa",
    "Priya Raman",
    "Siobhán O'Brien",
    "Tama Ngata",
    "李明",
)
