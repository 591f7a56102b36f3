/** Why an input row is quarantined unread: nothing is known about its attempt. */
export const QUARANTINE_REASONS = [
  'TRUNCATED_FILE',
  'ROW_TOO_LARGE',
  'NOT_UTF8',
  'NOT_JSON',
  'SCHEMA_UNKNOWN',
  'REWRITTEN',
  'NOT_AN_ATTEMPT',
  'CALLS_MISSING',
  'CALLS_BROKEN',
  'RECEIPT_MISMATCH',
  'RECEIPT_UNSIGNED',
  'ATTEMPT_TWICE',
  'UNREADABLE',
  'EVIDENCE_MISSING',
  'EVIDENCE_MISMATCH',
  'RUN_NOT_TRUSTED',
] as const;

export type QuarantineReason = (typeof QUARANTINE_REASONS)[number];

export interface Quarantined {
  readonly reason: QuarantineReason;
  readonly detail: string;
  /** The attempt id in the row, if it can be read. */
  readonly attempt_id?: string;
}

export function quarantine(reason: QuarantineReason, detail: string, attemptId?: string): Quarantined {
  return { reason, detail: detail.slice(0, 300), ...(attemptId !== undefined && { attempt_id: attemptId }) };
}

export function isQuarantined(value: object): value is Quarantined {
  return 'reason' in value && 'detail' in value;
}
