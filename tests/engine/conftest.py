"""Hypothesis without deadlines: how long an example takes says nothing about the rules."""

from hypothesis import settings


settings.register_profile("engine", deadline=None)
settings.load_profile("engine")
