import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The file that verl calls for every answer. The reward itself lives once, in the harness, and is asked for over HTTP; what
 * an answer calls is read by the trainer's own parser, which travels beside it, so that nothing is paid here which a
 * rollout of ours would not even see as a call.
 */
const REWARD = `"""Asks the harness of \`assay train harness\` what one answer is worth."""

import json
import os
import sys
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from assay_spoken.spoken import parse_spoken  # noqa: E402


def compute_score(data_source, solution_str, ground_truth, extra_info=None):
    content, tool_calls = parse_spoken(solution_str.split("<|im_end|>")[0])
    step = {
        "problem_id": ground_truth,
        "prompt": json.loads(extra_info["state"]),
        "completion": {"content": content, "tool_calls": tool_calls},
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
`;

/** Of the trainer's package, and of nothing else in it. */
const PARSER = ['spoken.py', 'javascript_json.py'] as const;

/** By their names in the export. `home` is the folder of the trainer's package. */
export function verlRewardFiles(home: string): ReadonlyMap<string, string> {
  return new Map([
    ['reward_function.py', REWARD],
    ['assay_spoken/__init__.py', '"""How the trainer that this was exported from reads what a model says."""\n'],
    ...PARSER.map((name) => [`assay_spoken/${name}`, readFileSync(join(home, 'trainer', name), 'utf8')] as const),
  ]);
}
