import type { Problem } from '../../problems/problem.ts';
import { sha256 } from '../../store/sha256.ts';
import { SHOPPING_RULES } from '../../tools/native-prompt.ts';

/** The parts of a problem that an agent may read, and those that identify it. */
export type ExportedProblem = Pick<Problem, 'id' | 'category' | 'difficulty' | 'query'>;

/** Version of `task.toml` that Harbor 0.24 writes. */
const SCHEMA_VERSION = '1.4';

/** The file for the agent's recommendation; the only file that is copied from its machine to the verifier. */
const RECOMMENDATION = '/app/recommendation.txt';

/** Name of the folder and of the task. Foreign ids may be invalid as either, so they are hashed. */
export function taskName({ id }: Pick<Problem, 'id'>): string {
  return /^[a-z0-9][a-z0-9_-]{0,63}$/.test(id) ? id : sha256(id).slice(0, 16);
}

/**
 * Independent of the answer, so no file of a task can contain it: the environment server judges. The verifier runs on a
 * separate machine, because an agent is root on its own and could change what runs there later.
 */
export function taskToml(problem: ExportedProblem, suite: string): string {
  return `schema_version = "${SCHEMA_VERSION}"
artifacts = ["${RECOMMENDATION}"]

[task]
name = "assay/${taskName(problem)}"
description = "Shopping in a marketplace: find what a user asks for, make sure and recommend it."
keywords = ["shopping", "search", "${problem.category}"]

[metadata]
suite = "${suite.replaceAll(/[^\w.@-]/g, '_')}"
category = "${problem.category}"
difficulty = "${problem.difficulty}"

[agent]
timeout_sec = 1800.0

[verifier]
timeout_sec = 120.0
environment_mode = "separate"

[verifier.env]
ASSAY_ENV_URL = "\${ASSAY_ENV_URL}"
ASSAY_ENV_TOKEN = "\${ASSAY_ENV_TOKEN}"

[environment]
build_timeout_sec = 600.0
cpus = 1
memory_mb = 1024
storage_mb = 2048
workdir = "/app"

[environment.env]
ASSAY_ENV_URL = "\${ASSAY_ENV_URL}"
ASSAY_ENV_TOOLS_TOKEN = "\${ASSAY_ENV_TOOLS_TOKEN}"
`;
}

export function instruction({ query }: Pick<Problem, 'query'>): string {
  return `You are a shopping assistant. Find what the user asks for in the marketplace and make sure that it fits. The user cannot be asked anything.

The marketplace is reached with the command \`shop\`. Without arguments it lists its tools; a call is \`shop find_product '{"q": "desk lamp"}'\`.

${SHOPPING_RULES}

Write the ids of the products that you recommend to \`${RECOMMENDATION}\`, separated by commas: one for each item, in the order of the request. Nothing else counts.

The request of the user:

${query}
`;
}
