"""Parts of pages that are kept: right for each set of values, and blind to everything else."""

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.utils.safestring import mark_safe

from league.templatetags import once


def render(body: str, values: str, **context: object) -> str:
    return Template("{% load once %}{% once " + values + " %}" + body + "{% endonce %}").render(Context(context))


def test_equal_values_are_put_into_html_once() -> None:
    template = Template("{% load once %}{% once name=name %}{{ name }} {{ mood }}{% endonce %}")
    made: list[str] = [template.render(Context({"name": name})) for name in ("Ann", "Ben", "Ann")]
    assert made == ["Ann ", "Ben ", "Ann "]
    (node,) = template.nodelist.get_nodes_by_type(once.Once)
    assert len(node.kept) == 2


def test_what_is_not_named_can_not_be_seen() -> None:
    seen = render("{{ name }}{{ secret }}{{ csrf_token }}", "name=name", name="Ann", secret="x", csrf_token="y")
    assert seen == "Ann"


def test_text_and_html_that_say_the_same_are_not_confused() -> None:
    template = Template("{% load once %}{% once name=name %}{{ name }}{% endonce %}")
    assert template.render(Context({"name": mark_safe("<b>")})) == "<b>"
    assert template.render(Context({"name": "<b>"})) == "&lt;b&gt;"
    assert [template.render(Context({"name": value})) for value in (1, True)] == ["1", "True"]


def test_only_so_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(once, "MOST", 3)
    template = Template("{% load once %}{% once number=number %}{{ number }}{% endonce %}")
    assert [template.render(Context({"number": number})) for number in range(8)] == list("01234567")
    (node,) = template.nodelist.get_nodes_by_type(once.Once)
    assert len(node.kept) <= 3


def test_a_value_without_a_name_is_refused() -> None:
    with pytest.raises(TemplateSyntaxError, match="with their names"):
        render("", "name", name="Ann")
