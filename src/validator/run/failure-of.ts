import type { FailureConfirmation } from '../../arena/wire.ts';
import { Fault } from '../../fault/fault.ts';
import type { FaultCode } from '../../fault/fault-table.ts';
import type { CertifiedAttempt } from '../evidence/certify-attempt.ts';

/**
 * Why a run gets no score, for the contestant, and who is responsible. Only failures owned by the agent count against
 * it.
 */
export interface RunFailure {
  readonly code: FaultCode | 'DEFECT';
  readonly owner: 'agent' | 'validator' | 'platform';
  readonly reason: string;
  /** Required for owner `platform`; without a confirmation the validator is responsible. */
  readonly confirmation?: FailureConfirmation;
}

const FREE = "This is not the agent's fault: it costs nothing, and the run is repeated.";

/** Maps the error that ended a run to a failure. Error messages may contain local paths and are not passed on. */
export function failureOf(error: unknown): RunFailure {
  if (!Fault.isInstance(error)) {
    return { code: 'DEFECT', owner: 'validator', reason: `The validator failed because of a bug in it. ${FREE}` };
  }
  const { code, message } = error;
  switch (code) {
    case 'CREDENTIAL_REFUSED':
    case 'MODELS_MISSING':
      return { code, owner: 'agent', reason: message };
    case 'INFERENCE_FAILED':
    case 'PROVIDER_UNREACHABLE':
      return {
        code,
        owner: 'platform',
        reason: `The model provider does not answer. ${FREE}`,
        confirmation: { by: 'probe' },
      };
    case 'ATTEMPT_STOPPED':
      return { code, owner: 'validator', reason: `${message} ${FREE}` };
    case 'STORAGE_FULL':
    case 'STORAGE_FAILED':
      return { code, owner: 'validator', reason: `The validator's disk is full, or cannot be written. ${FREE}` };
    case 'SCORE_INCONSISTENT':
    case 'MISSING_SCORE':
      return { code, owner: 'validator', reason: `The arena rejected the validator's result. ${FREE}` };
    case 'INDEX_UNREADABLE':
      return {
        code,
        owner: 'validator',
        reason: `The validator's market is not the one the problems were made from. ${FREE}`,
      };
    case 'EVIDENCE_CORRUPT':
      return { code, owner: 'validator', reason: `The evidence of the run can no longer be trusted. ${FREE}` };
    case 'ARENA_UNREACHABLE':
    case 'ARENA_BUSY':
    case 'RATE_LIMIT_EXCEEDED':
    case 'STORAGE_UNAVAILABLE':
      return {
        code,
        owner: 'platform',
        reason: `The arena did not provide the files that the run needs. ${FREE}`,
        confirmation: { by: 'arena' },
      };
    case 'INPUT_INVALID':
    case 'ARTIFACT_NOT_FOUND':
      return { code, owner: 'platform', reason: `${message} ${FREE}`, confirmation: { by: 'arena' } };
    default:
      return { code, owner: 'validator', reason: `The validator could not run the agent (${code}). ${FREE}` };
  }
}

/** For problems that had no result after all attempts. */
export function unscoredFailure(excuses: readonly CertifiedAttempt[], problems: number): RunFailure {
  const counted = Map.groupBy(excuses, ({ attempt }) => attempt.fault?.code ?? 'ATTEMPT_STOPPED');
  const [code, most] = [...counted].toSorted((one, other) => other[1].length - one[1].length)[0]!;
  const count = `${excuses.length} of ${problems} problems could not be run`;
  const reason = `${count} (${[...counted.keys()].sort().join(', ')}). ${FREE}`;
  const by = most.map(({ attempt }) => attempt.fault?.confirmed_by).find((each) => each !== undefined);
  if (by === undefined) return { code, owner: 'validator', reason };
  const receipt_hashes = most.map(({ receiptHash }) => receiptHash);
  return { code, owner: 'platform', reason, confirmation: { by, receipt_hashes } };
}
