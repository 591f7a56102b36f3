/** Who answers for a failure. Only an agent's faults ever cost an agent anything. */
export type FaultOwner = 'agent' | 'validator' | 'platform' | 'caller';

/**
 * Every way Assay can fail, as a closed list. The thousands digit says who owns it: 1 agent, 2 validator, 3 platform,
 * 4 caller. A number is never reused, because receipts and logs of old runs still carry it.
 */
export const FAULT_NUMBERS = {
  INDEX_UNREADABLE: 3001,
  STORAGE_FULL: 3002,
  STORAGE_FAILED: 3003,
  LIMIT_EXCEEDED: 3004,
  INFERENCE_FAILED: 3005,
  BANK_CORRUPT: 3201,
  BANK_BUSY: 3202,
  USAGE: 4001,
  FILE_NOT_FOUND: 4002,
  INPUT_INVALID: 4003,
  PORT_UNAVAILABLE: 4004,
  SEARCH_QUERY_INVALID: 4101,
  SEARCH_FILTER_INVALID: 4102,
  PROBLEM_SEALED: 4201,
  BANK_CONFLICT: 4202,
} as const;

export type FaultCode = keyof typeof FAULT_NUMBERS;

const OWNERS: Readonly<Record<number, FaultOwner>> = { 1: 'agent', 2: 'validator', 3: 'platform', 4: 'caller' };

export function ownerOf(code: FaultCode): FaultOwner {
  return OWNERS[Math.floor(FAULT_NUMBERS[code] / 1000)]!;
}
