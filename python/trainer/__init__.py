"""Trains and serves small tool-calling models: exact loss masks, hand-written losses, adapters stored in shards.

Nothing heavy is imported here, so that a machine without torch gets a one-line error message.
"""
