"""The stages: `table.py` lists them, the files beside it say what one step computes."""
