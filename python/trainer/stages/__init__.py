"""The stages: `table.py` lists them, the other files compute their steps."""
