import type { Phase, ProblemStatus } from '../../arena/tables.ts';
import { type FaultCode, isFaultCode, ownerOf } from '../../fault/fault-table.ts';
import type { JsonValue } from '../../store/database.ts';
import type { FailureWire } from '../wire/version-problems-wire.ts';

export interface FailedResult {
  readonly status: ProblemStatus;
  readonly summary: Readonly<Record<string, JsonValue>> | null;
  readonly phase: Phase;
  /** Owner of the failure of the run. */
  readonly failure_owner: FailureWire['owner'];
}

const NOT_SOLVED = 'the answer did not solve the problem';

/** Kinds of wrong answer, without the wrong fields, which would reveal what was requested. */
const KINDS: ReadonlySet<string> = new Set([
  'product_ids of the recommendation was no text',
  'nothing was recommended',
  'no recommended product exists',
  'a product is missing from the recommendation',
  'not what was asked for',
  'not all from one shop',
  'over budget',
]);

/**
 * The owner and reason of a failed result, for viewers that may see the score. A validator's text may quote anything,
 * so only texts from a closed list are published. For a race, whose problems are drawn again, only the code is.
 */
export function publishedFailure({ status, summary, phase, failure_owner }: FailedResult): FailureWire | null {
  if (status === 'SUCCESS' || status === 'PENDING' || status === 'RUNNING') return null;
  const code = summary?.fault_code;
  if (isFaultCode(code)) {
    const owner = ownerOf(code);
    return { owner: owner === 'caller' ? null : owner, code, reason: inWords(code) };
  }
  if (status === 'SKIPPED') {
    return { owner: failure_owner, code: null, reason: 'the run ended before the problem was tried' };
  }
  if (status === 'TIMED_OUT') return { owner: 'agent', code: 'AGENT_OUT_OF_TIME', reason: 'agent out of time' };
  const [kind] = String(summary?.failure ?? '').split(':', 1);
  const isTold = phase === 'QUALIFYING' && KINDS.has(kind!);
  return { owner: 'agent', code: null, reason: isTold ? kind! : NOT_SOLVED };
}

function inWords(code: FaultCode): string {
  return code.toLowerCase().replaceAll('_', ' ');
}
