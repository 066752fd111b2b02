"""Seat tokens: the secret that brings a person back. Only its hash is ever kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets


TOKEN_BYTES = 24


def new_token() -> str:
    """192 random bits as 32 characters that are safe in a link."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_token(token: str) -> bytes:
    """What is kept of a token: 32 bytes. It is random, so it needs neither salt nor slowness."""
    return hashlib.sha256(token.encode()).digest()


def is_token(token: str, kept: bytes) -> bool:
    """Whether `kept` is the hash of `token`, in a time that tells nothing."""
    return hmac.compare_digest(hash_token(token), kept)
