"""The pages about accounts: allauth's, named as it names them, and ours."""

from allauth.mfa.base import views as second_step
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as app
from allauth.mfa.webauthn import views as keys
from django.urls import URLPattern, URLResolver, include, path

from league.views import account, passkeys

urlpatterns: list[URLPattern | URLResolver] = [
    path("", account.account, name="account"),
    path("name/", account.account_name, name="account-name"),
    path("sessions/", account.session_list, name="session-list"),
    path("sessions/end/", account.session_end, name="session-end"),
    path("", include("allauth.account.urls")),
    path("passkeys/", keys.list_webauthn, name="mfa_list_webauthn"),
    path("passkeys/add/", passkeys.passkey_add, name="mfa_add_webauthn"),
    path("passkeys/<int:pk>/", keys.edit_webauthn, name="mfa_edit_webauthn"),
    path("passkeys/<int:pk>/remove/", keys.remove_webauthn, name="mfa_remove_webauthn"),
    path("passkeys/login/", keys.login_webauthn, name="mfa_login_webauthn"),
    path("passkeys/reauthenticate/", keys.reauthenticate_webauthn, name="mfa_reauthenticate_webauthn"),
    path("second-step/", second_step.index, name="mfa_index"),
    path("second-step/login/", second_step.authenticate, name="mfa_authenticate"),
    path("second-step/reauthenticate/", second_step.reauthenticate, name="mfa_reauthenticate"),
    path("second-step/app/", app.activate_totp, name="mfa_activate_totp"),
    path("second-step/app/off/", app.deactivate_totp, name="mfa_deactivate_totp"),
    path("second-step/codes/", codes.view_recovery_codes, name="mfa_view_recovery_codes"),
    path("second-step/codes/new/", codes.generate_recovery_codes, name="mfa_generate_recovery_codes"),
    path("second-step/codes/file/", codes.download_recovery_codes, name="mfa_download_recovery_codes"),
]
