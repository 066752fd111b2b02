"""Longana: engine."""
