"""Leaves marks in the kit, in modules and in the environment for the next attempt in the same interpreter."""
# kind: memory
# check: ENVIRONMENT
# ends: none
# sees: nothing
# solved: none

import json
import os

import assay

NAME = "left_by_an_attempt"


def agent_main(problem):
    seen = [place for place in (json, assay, assay.tools) if hasattr(place, NAME)]
    if NAME in os.environ:
        seen.append(os.environ)
    for place in (json, assay, assay.tools):
        place.left_by_an_attempt = problem["query"]
    os.environ[NAME] = problem["query"]
    return [{"seen": [str(place) for place in seen]}]
