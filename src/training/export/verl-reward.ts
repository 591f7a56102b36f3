import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The file that verl calls for every answer. The reward is implemented only in the harness and requested over HTTP.
 * The calls in an answer are read by a copy of the trainer's parser, so that text which our rollouts would not read
 * as a call is not rewarded here either.
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

/** The only files copied from the trainer's package. */
const PARSER = ['spoken.py', 'javascript_json.py'] as const;

/** Files of the export, by name. `home` is the folder of the trainer's package. */
export function verlRewardFiles(home: string): ReadonlyMap<string, string> {
  return new Map([
    ['reward_function.py', REWARD],
    ['assay_spoken/__init__.py', '"""How the trainer that this was exported from reads what a model says."""\n'],
    ...PARSER.map((name) => [`assay_spoken/${name}`, readFileSync(join(home, 'trainer', name), 'utf8')] as const),
  ]);
}
