"""recommend_product and terminate: they have no effect; only the call counts."""

from __future__ import annotations

from typing import Any, Mapping

from assay.tools.arguments import Refusal, choice, comma_list, parts_of

FORM = 'a comma list of product ids, for example "1001,1002"'


def announce_recommendation(given: Mapping[str, Any]) -> str:
    ids = parts_of(comma_list(given, "product_ids", FORM))
    if not ids:
        raise Refusal(f"product_ids must be {FORM}.")
    return f"Recommended to the user: {','.join(ids)}."


def announce_end(given: Mapping[str, Any]) -> str:
    status = choice({"status": "success", **given}, "status", ("success", "failure"), '"success" or "failure"')
    return f"The conversation is over with status: {status}."
