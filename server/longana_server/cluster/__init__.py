"""Rooms that several nodes share, by way of NATS JetStream.

Only what is in here knows NATS, and only a server that was told `LONGANA_LOG=nats://…` imports it:
the client library is the extra `longana[cluster]`.
"""
