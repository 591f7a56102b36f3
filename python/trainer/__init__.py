"""Trains and serves small tool-calling models: exact masks, own losses, adapters that travel in pieces.

Nothing heavy is imported here: a machine without torch must still be told so in one line.
"""
