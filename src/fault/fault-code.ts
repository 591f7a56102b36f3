/** Who answers for a failure. Only an agent's faults ever cost an agent anything. */
export type FaultOwner = 'agent' | 'validator' | 'platform' | 'caller';

/**
 * Every way Assay can fail, as a closed list. The thousands digit says who owns it: 1 agent, 2 validator, 3 platform,
 * 4 caller. A number is never reused, because receipts and logs of old runs still carry it.
 */
export const FAULT_NUMBERS = {
  AGENT_FILE_MISSING: 1001,
  AGENT_FILE_TOO_LARGE: 1002,
  AGENT_NOT_PYTHON: 1003,
  AGENT_MAIN_MISSING: 1004,
  AGENT_MAIN_ARITY: 1005,
  AGENT_IMPORT_FAILED: 1006,
  AGENT_RAISED: 1007,
  AGENT_EXITED: 1008,
  AGENT_CRASHED: 1009,
  AGENT_OUT_OF_TIME: 1101,
  AGENT_OUT_OF_CPU: 1102,
  AGENT_OUT_OF_MEMORY: 1103,
  AGENT_PRINTED_TOO_MUCH: 1104,
  AGENT_CALLED_TOO_MUCH: 1105,
  ANSWER_NOT_A_LIST: 1201,
  ANSWER_NOT_JSON: 1202,
  ANSWER_TOO_LARGE: 1203,
  ANSWER_TOO_DEEP: 1204,
  CREDIT_EXHAUSTED: 1301,
  CREDENTIAL_REFUSED: 1302,
  SANDBOX_UNAVAILABLE: 2001,
  SANDBOX_FAILED: 2002,
  SANDBOX_BROKEN: 2003,
  ATTEMPT_STOPPED: 2004,
  INDEX_UNREADABLE: 3001,
  STORAGE_FULL: 3002,
  STORAGE_FAILED: 3003,
  LIMIT_EXCEEDED: 3004,
  INFERENCE_FAILED: 3005,
  SEARCH_FAILED: 3006,
  GATEWAY_FAILED: 3007,
  REPLAY_DIVERGED: 3008,
  EVIDENCE_CORRUPT: 3101,
  BANK_CORRUPT: 3201,
  BANK_BUSY: 3202,
  USAGE: 4001,
  FILE_NOT_FOUND: 4002,
  INPUT_INVALID: 4003,
  PORT_UNAVAILABLE: 4004,
  KEY_UNREADABLE: 4005,
  SEARCH_QUERY_INVALID: 4101,
  SEARCH_FILTER_INVALID: 4102,
  PROBLEM_SEALED: 4201,
  BANK_CONFLICT: 4202,
  ATTEMPT_UNKNOWN: 4301,
} as const;

export type FaultCode = keyof typeof FAULT_NUMBERS;

const OWNERS: Readonly<Record<number, FaultOwner>> = { 1: 'agent', 2: 'validator', 3: 'platform', 4: 'caller' };

export function ownerOf(code: FaultCode): FaultOwner {
  return OWNERS[Math.floor(FAULT_NUMBERS[code] / 1000)]!;
}
