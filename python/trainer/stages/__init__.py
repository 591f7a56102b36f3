"""The kinds of stages: what one step of each computes."""
