"""Adds somebody who may sign in and keep games, and their club where it does not exist yet."""

from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from scorekeeper import actions
from scorekeeper.models import Account


class Command(BaseCommand):
    """``manage.py add_host NAME --club "Club"``; the password is asked for, never an argument."""

    help = __doc__ or ""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The sign-in name and the club."""
        parser.add_argument("name")
        parser.add_argument("--club", required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        """Asks for the password and writes the account."""
        if Account.objects.filter(username=options["name"].lower()).exists():
            raise CommandError(f"There is already an account {options['name']}.")
        password = getpass("Password: ")
        try:
            validate_password(password)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        try:
            actions.add_host(name=options["name"], password=password, club_name=options["club"])
        except ValueError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{options['name']} may sign in now.")
