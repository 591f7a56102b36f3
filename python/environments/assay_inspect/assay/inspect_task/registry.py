"""The names that Inspect loads through the entry point of this package."""

from assay.inspect_task.episode import episode
from assay.inspect_task.task import shopping
from assay.inspect_task.verdict import interval, rule_score, solved

__all__ = ["episode", "interval", "rule_score", "shopping", "solved"]
