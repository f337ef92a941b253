"""`manage.py serve`: the program on the club's network, as `make run` starts it."""

import errno
import fcntl
import os
import secrets
import socket
import struct
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scorekeeper.demonstration import refuse_in_production

ASK_ADDRESS = 0x8915  # SIOCGIFADDR of Linux: the IPv4 address of an interface
EVERY_INTERFACE = {"0.0.0.0", "::"}  # noqa: S104  (compared with, not bound to)


class Command(BaseCommand):
    """Say where the program can be reached, then become the server."""

    help = "Serve the program on HOST and PORT until interrupted."

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the port, print the addresses, replace this process by gunicorn.

        Raises `CommandError` when the port is taken or the address is not this machine's.
        """
        refuse_in_production()
        host, port = settings.HOST, settings.PORT
        require_free(host, port)
        reachable = lan_addresses() if host in EVERY_INTERFACE else [host]
        environment = dict(os.environ)
        if host in EVERY_INTERFACE:
            environment["ALLOWED_HOSTS"] = ",".join([*settings.ALLOWED_HOSTS, *reachable])
            if not os.environ.get("PUBLIC_URL") and reachable:
                environment["PUBLIC_URL"] = url(reachable[0], port)
        if not settings.PRODUCTION and settings.SECRET_KEY == settings.DEMONSTRATION_KEY:
            environment["SECRET_KEY"] = kept_key(settings.DATA_DIR / "secret-key")

        self.stdout.write("")
        self.stdout.write(f"Open {url('127.0.0.1' if host in EVERY_INTERFACE else host, port)}")
        if host in EVERY_INTERFACE:
            for address in reachable:
                self.stdout.write(f"Phones in the same network: {url(address, port)}")
            if not reachable:
                self.stdout.write("This machine is in no network that phones could share.")
        if environment.get("PUBLIC_URL"):
            self.stdout.write(f"Links and QR codes say {environment['PUBLIC_URL']}")
        self.stdout.write("Stop with Ctrl-C.")
        self.stdout.flush()
        arguments = [
            *("--bind", urlsplit(url(host, port)).netloc),
            *("--worker-class", "gthread", "--workers", str(settings.WORKERS), "--threads", "4"),
            *("--timeout", "120", "--log-level", "error", "--no-control-socket"),
        ]
        command = [sys.executable, "-m", "gunicorn", *arguments, "scorekeeper.wsgi"]
        os.execve(sys.executable, command, environment)  # noqa: S606  (no shell is wanted)


def url(host: str, port: int) -> str:
    """Return the plain HTTP address of a host, with an IPv6 address in brackets."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def require_free(host: str, port: int) -> None:
    """Do nothing if a server can listen there; raise `CommandError` saying why it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                advice = f"Choose another: make run PORT={port + 1}"
                message = f"Port {port} is taken: another program listens there. {advice}"
                raise CommandError(message) from error
            raise CommandError(f"Cannot listen on {host}, port {port}: {error.strerror}") from error


def lan_addresses() -> list[str]:
    """Return the IPv4 addresses of this machine that others can reach, in interface order."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
        for _, name in socket.if_nameindex():
            try:
                request = struct.pack("256s", name.encode()[:15])
                answer = fcntl.ioctl(asker.fileno(), ASK_ADDRESS, request)
            except OSError:  # this interface has no IPv4 address
                continue
            address = socket.inet_ntoa(answer[20:24])
            if not address.startswith("127."):
                found.append(address)
    return found


def kept_key(path: Path) -> str:
    """Return the key in this file; the first time, make one that only this account can read."""
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(50))
    return path.read_text()
