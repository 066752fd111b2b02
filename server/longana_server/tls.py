"""TLS of the server's own, for whoever has a certificate and no proxy."""

from __future__ import annotations

import ssl
from pathlib import Path

from .settings import Settings


class BadCertificate(ValueError):
    """The certificate or its key cannot be used; the text names the file and says why."""


def tls_context(settings: Settings) -> ssl.SSLContext | None:
    """What the server shows to those who connect; None when it speaks plain http.

    Raises:
        BadCertificate: when a file cannot be read, is no PEM, or the two do not belong together.

    """
    if settings.cert is None:
        return None
    key = settings.key or settings.cert  # many programs write both into one file
    if "-----BEGIN CERTIFICATE-----" not in _text(settings.cert):
        raise BadCertificate(f"{settings.cert} holds no certificate in PEM form")
    if "PRIVATE KEY-----" not in _text(key):
        more = "" if settings.key else "; give its file with --key"
        raise BadCertificate(f"{key} holds no private key in PEM form{more}")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.set_alpn_protocols(["http/1.1"])
    try:
        context.load_cert_chain(settings.cert, key, password=lambda: _refuse_to_ask(key))
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            why = f"{key} is not the private key of {settings.cert}"
        else:
            why = f"{settings.cert} with {key}: {error.reason or 'broken'}"
        raise BadCertificate(why) from None
    return context


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="latin-1")
    except OSError as error:
        raise BadCertificate(f"cannot read {path}: {error.strerror}") from None


def _refuse_to_ask(key: Path) -> str:
    """OpenSSL would ask at the terminal, and a service would hang there."""
    raise BadCertificate(f"{key} is locked with a password; give a key without one")
