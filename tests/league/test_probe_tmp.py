import pytest, re, gzip
from tests.league.at_table import *
pytestmark = pytest.mark.django_db
LONG = tuple((n * 80)[:80] for n in ("Wolfeschlegel", "Bergerdorff", "Hausenstein"))
SPACED = tuple((n * 80)[:78].strip()+ "x" for n in ("Wolfe schlegel ", "Berger dorff ", "Hausen stein "))
@pytest.mark.parametrize("names", [("Ann Pereira","Bogdan Ionescu","Wietske Hofstra"), LONG, SPACED])
def test_probe(capsys, names):
    t = open_table(names)
    with capsys.disabled():
        for i in range(8): t.record(kind="passed_out")
        t.record("0:2",alone=["1"],trump="h",round="1"); t.record("1:2",alone=["2"],trump="h",round="2"); 
        t.record("2:1",alone=["0"]);a=t.record("0:2",alone=["1"])
        print(len(a.content), zipped(a))
        import pathlib; pathlib.Path("/tmp/screen.html").write_bytes(a.content)
