/** Who is responsible for a failure. Only faults owned by the agent cost the agent anything. */
export type FaultOwner = 'agent' | 'validator' | 'platform' | 'caller';

/**
 * 0: success. 1: it ran, and the result is negative. 2: it could not run, because of its arguments or its environment.
 */
export type ExitCode = 0 | 1 | 2;

type Row = readonly [number: number, httpStatus: number, exitCode: Exclude<ExitCode, 0>, remedy: string];

/**
 * Closed list of the ways Assay can fail: number, HTTP status, exit code, and the default remedy for faults without
 * their own. The thousands digit of the number is the owner: 1 agent, 2 validator, 3 platform, 4 caller. Numbers are
 * never reused, because receipts and logs of old runs contain them.
 */
const FAULTS = {
  // Owned by the agent.
  AGENT_FILE_MISSING: [1001, 404, 2, 'Check the path of the agent file.'],
  AGENT_FILE_TOO_LARGE: [1002, 413, 1, 'Make the agent file smaller.'],
  AGENT_NOT_PYTHON: [1003, 422, 1, 'Fix the syntax error; `assay check` shows it.'],
  AGENT_MAIN_MISSING: [1004, 422, 1, 'Define `agent_main(problem)` at the top level of the file.'],
  AGENT_MAIN_ARITY: [1005, 422, 1, 'Let `agent_main` take exactly one argument, the problem.'],
  AGENT_IMPORT_FAILED: [1006, 422, 1, 'Import only modules that the sandbox has; see docs/contestant.md.'],
  AGENT_RAISED: [1007, 422, 1, 'Catch the exception in the agent; `assay explain` shows its traceback.'],
  AGENT_EXITED: [1008, 422, 1, 'Return the answer from `agent_main` instead of ending the process.'],
  AGENT_CRASHED: [1009, 422, 1, 'Run the agent with `assay try` and read what it printed.'],
  AGENT_BROKE_RULE: [1010, 422, 1, 'Remove what the message names; docs/contestant.md lists what is allowed.'],
  AGENT_OUT_OF_TIME: [1101, 422, 1, 'Return an answer before the time limit of the attempt.'],
  AGENT_OUT_OF_CPU: [1102, 422, 1, 'Use less processor time per problem.'],
  AGENT_OUT_OF_MEMORY: [1103, 422, 1, 'Use less memory per problem.'],
  AGENT_PRINTED_TOO_MUCH: [1104, 422, 1, 'Print less.'],
  AGENT_CALLED_TOO_MUCH: [1105, 429, 1, 'Make fewer calls per problem.'],
  AGENT_DEPARTED: [1106, 409, 1, 'Build the same requests from the same answers; see docs/contestant.md.'],
  ANSWER_NOT_A_LIST: [1201, 422, 1, 'Return a list of steps from `agent_main`.'],
  ANSWER_NOT_JSON: [1202, 422, 1, 'Return only values that JSON can express.'],
  ANSWER_TOO_LARGE: [1203, 413, 1, 'Return a shorter answer.'],
  ANSWER_TOO_DEEP: [1204, 422, 1, 'Return an answer with less nesting.'],
  CREDIT_EXHAUSTED: [1301, 402, 1, 'Spend less on inference per problem.'],
  CREDENTIAL_REFUSED: [1302, 402, 1, 'Connect the inference provider again with a valid key: `assay connect`.'],
  MODELS_MISSING: [1303, 404, 1, 'Connect an inference provider that serves a model of the arena: `assay connect`.'],
  // Owned by the validator.
  SANDBOX_UNAVAILABLE: [2001, 503, 2, 'Run `assay sandbox doctor` to see what this machine lacks.'],
  SANDBOX_FAILED: [2002, 500, 2, 'Try again. If it persists, run `assay sandbox doctor`.'],
  SANDBOX_BROKEN: [2003, 500, 1, 'Do not run agents on this machine until `assay sandbox doctor` passes.'],
  ATTEMPT_STOPPED: [2004, 503, 2, 'Start the run again; finished attempts are kept.'],
  TITLES_UNAVAILABLE: [2005, 503, 2, 'Fetch the embedding model with `assay model get`, or name an endpoint.'],
  MODELS_UNSUITABLE: [2006, 503, 2, 'Start the validator with the models that the arena lists; see docs/validator.md.'],
  // Owned by the platform.
  INDEX_UNREADABLE: [3001, 500, 1, 'Build the market again with `assay market build`.'],
  STORAGE_FULL: [3002, 507, 2, 'Free some disk space and try again.'],
  STORAGE_FAILED: [3003, 500, 2, 'Check the disk and the permissions of the data folder, then try again.'],
  LIMIT_EXCEEDED: [3004, 413, 2, 'Use smaller input, or raise the limit.'],
  INFERENCE_FAILED: [3005, 502, 2, 'Try again later, or use another model or endpoint.'],
  SEARCH_FAILED: [3006, 502, 2, 'Try again. If it persists, check the search server.'],
  GATEWAY_FAILED: [3007, 500, 2, 'Try again. If it persists, check the disk and the log of this machine.'],
  REPLAY_DIVERGED: [3008, 503, 2, 'Replay with the same agent, problem and market as the recording.'],
  DOWNLOAD_FAILED: [3009, 502, 2, 'Check the network and the address, then try again.'],
  MODEL_SUBSTITUTED: [3010, 502, 2, 'Ask the provider why, or list the other name under answersAs in arena.json.'],
  STORAGE_UNAVAILABLE: [
    3011,
    503,
    2,
    'Try again in a few seconds; the database or the object storage does not answer.',
  ],
  EVIDENCE_CORRUPT: [3101, 500, 1, 'Restore the attempt folder from a copy, or run the attempt again.'],
  BANK_CORRUPT: [3201, 500, 1, 'Restore the bank from a backup; `assay problems bank verify` lists the damage.'],
  BANK_BUSY: [3202, 503, 2, 'Try again when the other process has finished.'],
  NO_ACTIVE_SUITE: [3401, 503, 2, 'Wait until the operator activates a suite.'],
  PROVIDER_UNREACHABLE: [3402, 503, 2, 'Try again later; the inference provider does not answer.'],
  ARENA_UNREACHABLE: [3403, 502, 2, 'Check that the arena is running and that its address is right, then try again.'],
  ARENA_BUSY: [3404, 503, 2, 'Try again in a few seconds.'],
  CHAIN_FAILED: [3405, 502, 2, 'Check the endpoint of the chain and try again.'],
  SUBMISSIONS_PAUSED: [3406, 503, 1, 'Submit again when the operator has opened submissions.'],
  TRAINER_UNAVAILABLE: [3501, 503, 2, 'Install what the trainer needs; see docs/training.md.'],
  TRAINING_FAILED: [3502, 500, 1, 'Read the log in the run folder, change the recipe and run it again.'],
  // Owned by the caller.
  USAGE: [4001, 400, 2, 'Add --help to see what is accepted.'],
  FILE_NOT_FOUND: [4002, 404, 2, 'Check the path.'],
  INPUT_INVALID: [4003, 400, 1, 'Correct the input and try again.'],
  PORT_UNAVAILABLE: [4004, 500, 2, 'Choose another with --port.'],
  KEY_UNREADABLE: [4005, 400, 2, 'Check the key file and its password.'],
  FOLDER_IN_USE: [4006, 409, 2, 'Stop the other server, use another --data, or set DATABASE_URL to share PostgreSQL.'],
  SEARCH_QUERY_INVALID: [4101, 400, 2, 'Correct the search query.'],
  SEARCH_FILTER_INVALID: [4102, 400, 2, 'Correct the search filter.'],
  PROBLEM_SEALED: [4201, 403, 1, 'Use a problem of a public suite.'],
  BANK_CONFLICT: [4202, 409, 1, 'Choose another id, or leave the existing entry as it is.'],
  ATTEMPT_UNKNOWN: [4301, 404, 2, 'Check the attempt id and the data folder.'],
  INVALID_AGENT_NAME: [4501, 400, 1, 'Choose another agent name.'],
  INVALID_FILE: [4502, 400, 1, 'Submit one Python file in UTF-8.'],
  FILE_TOO_LARGE: [4503, 413, 1, 'Send a smaller file.'],
  CODE_ANALYSIS_ERROR: [4504, 422, 1, 'Correct the listed findings and submit again; `assay check` costs nothing.'],
  COOLDOWN_ACTIVE: [4505, 429, 1, 'Submit again when the cooldown is over.'],
  IDEMPOTENCY_KEY_REUSED: [4507, 409, 1, 'Use a new idempotency key for a different request.'],
  PROVIDER_NOT_CONNECTED: [4508, 400, 1, 'Connect an inference provider first: `assay connect`.'],
  AT_CAPACITY: [4511, 409, 1, 'Complete a run before claiming the next.'],
  EVAL_RUN_NOT_FOUND: [4512, 404, 1, 'Check the run id.'],
  LEASE_EXPIRED: [4513, 409, 1, 'Drop this run and claim another.'],
  NOT_RUN_OWNER: [4514, 409, 1, 'Use the hotkey that claimed the run.'],
  RUN_ALREADY_COMPLETE: [4515, 409, 1, 'Nothing to do: the run is complete.'],
  MISSING_SCORE: [4516, 400, 1, 'Send the score and its components, or complete the run as FAILED.'],
  INVALID_PROBLEM_ID: [4517, 400, 1, 'Use only problem ids of this run.'],
  UPLOAD_REFUSED: [4518, 403, 1, 'Ask for a new upload address and send the file again.'],
  EVIDENCE_MISSING: [4520, 409, 1, 'Upload the evidence of every problem, report its key, and complete the run again.'],
  SCORE_INCONSISTENT: [4519, 422, 1, 'Check that the validator has the same version and rules as the arena.'],
  ARTIFACT_NOT_FOUND: [4521, 404, 1, 'Check the id and the type of the file.'],
  ARTIFACT_NOT_RELEASED: [4522, 404, 1, 'Wait until the file is released.'],
  AGENT_NOT_FOUND: [4523, 404, 1, 'Check the agent id.'],
  AGENT_VERSION_NOT_FOUND: [4524, 404, 1, 'Check the agent version id.'],
  SUITE_NOT_FOUND: [4525, 404, 1, 'Check the suite number.'],
  RACE_NOT_FOUND: [4526, 404, 1, 'Check the race id.'],
  MINER_NOT_FOUND: [4527, 404, 1, 'Check the hotkey.'],
  VALIDATOR_NOT_FOUND: [4528, 404, 1, 'Check the hotkey of the validator.'],
  PROBLEM_NOT_FOUND: [4530, 404, 1, 'Check the problem id.'],
  EVIDENCE_REFUSED: [4529, 422, 1, 'Upload the evidence of this run as it was signed.'],
  RACE_LOCKED: [4531, 409, 1, 'Wait for the next race.'],
  NO_SELECTION: [4532, 404, 1, 'Nothing to do: without a pinned version the best one races.'],
  NOT_VERSION_OWNER: [4533, 403, 1, 'Use the hotkey that submitted this version.'],
  NOT_PINNABLE: [4534, 400, 1, 'Choose a version that has qualified.'],
  RACE_IN_FLIGHT: [4535, 403, 1, 'Wait until the race has ended.'],
  RACE_CONFLICT: [4536, 409, 1, 'Look at the state of the race with `assay race show` and try again.'],
  ALREADY_INVALIDATED: [4537, 409, 1, 'Nothing to do: the run is already invalidated.'],
  SCORE_BELOW_THRESHOLD: [4538, 400, 1, 'Choose a version that reaches the threshold.'],
  VALIDATOR_EXCLUDED: [4539, 403, 1, 'Ask the operator; GET /v1/public/validators shows what the audits found.'],
  CREDENTIAL_INVALID: [4541, 400, 1, 'Check the key with the inference provider and connect again.'],
  PROVIDER_UNKNOWN: [4542, 404, 1, 'Choose one of the inference providers that the arena lists.'],
  MISSING_PARAMETER: [4543, 400, 2, 'Add the missing parameter.'],
  INVALID_ARTIFACT_TYPE: [4544, 400, 2, 'Correct the artifact type.'],
  RATE_LIMIT_EXCEEDED: [4551, 429, 1, 'Wait before the next request.'],
  BALANCE_TOO_LOW: [4553, 402, 1, 'Register later, when the price has fallen, or ask the operator for a balance.'],
  INVALID_PROFILE: [4554, 400, 1, 'Choose another display name or link.'],
  SESSION_CHANGED: [4560, 409, 1, 'Check who is signed in, then try again.'],
  NAME_TAKEN: [4555, 409, 1, 'Choose another display name.'],
  WEBHOOK_NOT_FOUND: [4561, 404, 1, 'Check the id with `assay webhook list`.'],
  WEBHOOK_REFUSED: [4562, 400, 1, 'Use a public https address; docs/webhooks.md says which are accepted.'],
  SESSION_ENDED: [4563, 410, 1, 'Open another session.'],
  ARENA_REFUSED: [4552, 400, 1, 'Correct the request and try again.'],
} as const satisfies Readonly<Record<string, Row>>;

export type FaultCode = keyof typeof FAULTS;

export const FAULT_CODES = Object.keys(FAULTS) as [FaultCode, ...FaultCode[]];

const OWNERS: Readonly<Record<number, FaultOwner>> = { 1: 'agent', 2: 'validator', 3: 'platform', 4: 'caller' };

export function isFaultCode(code: unknown): code is FaultCode {
  return typeof code === 'string' && Object.hasOwn(FAULTS, code);
}

export function numberOf(code: FaultCode): number {
  return FAULTS[code][0];
}

export function ownerOf(code: FaultCode): FaultOwner {
  return OWNERS[Math.floor(numberOf(code) / 1000)]!;
}

export function httpStatusOf(code: FaultCode): number {
  return FAULTS[code][1];
}

export function exitCodeOf(code: FaultCode): ExitCode {
  return FAULTS[code][2];
}

/** The default remedy of a code. */
export function remedyOf(code: FaultCode): string {
  return FAULTS[code][3];
}
