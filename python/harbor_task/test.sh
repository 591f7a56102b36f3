#!/bin/sh
exec python3 /tests/verdict.py
