"""Adding a passkey: allauth's page, without codes for a second step that nobody chose."""

from typing import Any, override

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.views import AddWebAuthnView
from django.http import HttpResponse
from django.urls import reverse

from league.second_step import asks_for_second_step


class AddPasskeyView(AddWebAuthnView):  # type: ignore[misc]  # allauth has no types
    @override
    def form_valid(self, form: Any) -> HttpResponse:
        answer: HttpResponse = super().form_valid(form)
        if not asks_for_second_step(self.request.user):
            codes = Authenticator.objects.filter(user=self.request.user, type=Authenticator.Type.RECOVERY_CODES)
            codes.delete()
        return answer

    @override
    def get_success_url(self) -> str:
        if asks_for_second_step(self.request.user) and self.did_generate_recovery_codes:
            return reverse("mfa_view_recovery_codes")
        return reverse("mfa_list_webauthn")


passkey_add = AddPasskeyView.as_view()
