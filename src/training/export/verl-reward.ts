/** The file that verl calls for every answer. The reward itself lives once, in the harness, and is asked for over HTTP. */
export const VERL_REWARD = `"""Asks the harness of \`assay train harness\` what one answer is worth."""

import json
import os
import re
import urllib.request

CALL = re.compile(r"<tool_call>\\n(.*?)\\n</tool_call>", re.DOTALL)


def compute_score(data_source, solution_str, ground_truth, extra_info=None):
    step = {
        "problem_id": ground_truth,
        "prompt": json.loads(extra_info["state"]),
        "completion": spoken(solution_str),
        "teacher_actions": json.loads(extra_info["teacher_actions"]),
    }
    request = urllib.request.Request(
        os.environ["ASSAY_REWARD_URL"].rstrip("/") + "/reward/steps",
        data=json.dumps({"steps": [step]}).encode(),
        headers={"content-type": "application/json", "authorization": "Bearer " + os.environ["ASSAY_REWARD_TOKEN"]},
    )
    with urllib.request.urlopen(request, timeout=120) as response:
        found = json.load(response)["rewards"][0]
    return {"score": found["reward"], **found["parts"]}


def spoken(text):
    """Words and calls. A call that is no JSON stays in the words, where the harness finds it to be malformed."""
    text = text.split("<|im_end|>")[0]
    calls = []
    for written in CALL.findall(text):
        try:
            call = json.loads(written)
            calls.append((call["name"], json.dumps(call.get("arguments", {}))))
        except (ValueError, KeyError, TypeError):
            return {"content": text, "tool_calls": []}
    content = CALL.sub("", text).strip()
    return {
        "content": content,
        "tool_calls": [
            {"id": f"call_{place}", "type": "function", "function": {"name": name, "arguments": arguments}}
            for place, (name, arguments) in enumerate(calls)
        ],
    }
`;
