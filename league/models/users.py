"""The person who signs in. Who plays is a Player, who typed is a Recorder."""

from typing import Any, ClassVar, override

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 80


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, name: str = "", password: str | None = None) -> "User":
        user = self.model(email=email, name=name)
        user.set_password(password)
        user.save(using=self._db)
        return user

    @override
    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").lower())


class User(AbstractBaseUser):
    """No user name, no groups and no site-wide powers: rights follow club membership."""

    email = models.EmailField(_("email address"), unique=True)
    name = models.CharField(_("name"), max_length=NAME_LENGTH, blank=True)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    def __str__(self) -> str:
        return self.name or self.email

    @override
    def save(self, *args: Any, **kwargs: Any) -> None:
        # Nobody's mail tells capitals apart; unique must not either.
        self.email = self.email.lower()
        super().save(*args, **kwargs)
