"""Longana: client."""
