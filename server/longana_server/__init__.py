"""Longana: server."""
