"""Adding a passkey: allauth's page, without recovery codes where nobody chose a second step."""

from typing import Any, override

from allauth.mfa.webauthn.internal.flows import signup_authenticator
from allauth.mfa.webauthn.views import AddWebAuthnView
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse


class AddPasskeyView(AddWebAuthnView):  # type: ignore[misc]  # allauth has no types
    @override
    def form_valid(self, form: Any) -> HttpResponse:
        said = form.cleaned_data
        if not said["passwordless"]:
            answer: HttpResponse = super().form_valid(form)
            return answer
        # As at signing up with one. Whoever comes here has just said who they are.
        signup_authenticator(self.request, self.request.user, said["name"], said["credential"])
        return HttpResponseRedirect(self.get_success_url())

    @override
    def get_success_url(self) -> str:
        codes = getattr(self, "did_generate_recovery_codes", False)
        return reverse("mfa_view_recovery_codes" if codes else "mfa_list_webauthn")


passkey_add = AddPasskeyView.as_view()
