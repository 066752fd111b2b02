from __future__ import annotations

import re

from longana_server.tokens import hash_token, is_token, new_token


def test_tokens_are_long_safe_in_links_and_never_the_same() -> None:
    """F33: at least 128 random bits, in the alphabet the protocol allows."""
    tokens = {new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{32}", token) for token in tokens)


def test_only_the_token_itself_fits_its_hash() -> None:
    token = new_token()
    kept = hash_token(token)
    assert len(kept) == 32
    assert token.encode() not in kept
    assert is_token(token, kept)
    assert not is_token(new_token(), kept)
    assert not is_token(token[:-1], kept)
    assert not is_token(token, hash_token(new_token()))
