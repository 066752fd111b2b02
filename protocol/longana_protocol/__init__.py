"""Longana: protocol."""
