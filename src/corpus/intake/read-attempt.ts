import { readCalls, readFollow } from '../../agency/follow.ts';
import type { Attempt } from '../../attempt/attempt.ts';
import { type Receipt, receiptHash } from '../../attempt/record.ts';
import type { Call } from '../../gateway/calls.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { profileAttempt } from '../agency/attempt-profile.ts';
import { type AgencyThresholds, judgeAgency } from '../agency/judge-agency.ts';
import type { AttemptReading, RecordedReading } from '../filter/attempt-reading.ts';
import type { LogFormat } from '../logs/claimed-conversation.ts';
import { readerOf, readLogDocument } from '../logs/log-readers.ts';
import { parseLogJson } from '../logs/parse-log-json.ts';
import { readClaimed } from '../logs/read-claimed.ts';
import { readCompletions } from '../trajectory/completion.ts';
import { findQuery } from '../trajectory/find-query.ts';
import { rebuildTrajectory } from '../trajectory/rebuild-trajectory.ts';
import { type EvidenceRow, readEvidenceRow } from './evidence-row.ts';
import { isTrace, readTrace } from './oro-trace.ts';
import { policyOf } from './policy-of.ts';
import { isQuarantined, type Quarantined, quarantine } from './quarantine.ts';
import { verifyEvidence } from './verify-evidence.ts';
import { readWrittenRow } from './written-row.ts';

/** Input formats: validators' uploads, ORO's traces, or external logs. */
export type InputFormat = 'evidence' | LogFormat;

export interface IntakeOptions {
  /** If set, only this format is read; otherwise any recognised format. */
  readonly format?: InputFormat | null;
  readonly agency: AgencyThresholds;
  /** Requests of problems known from elsewhere than the attempt itself. */
  readonly queries: ReadonlyMap<string, string>;
}

export interface ReadAttempt {
  readonly reading: AttemptReading;
  /** `null` for an unsigned trace. */
  readonly receipt: ReceiptLink | null;
  /** Hash of the request given to the agent, from the record; `null` for a trace. */
  readonly problemHash: string | null;
}

/** The data needed to check the signatures of a run together. */
export interface ReceiptLink {
  readonly receipt: Receipt;
  readonly hash: string;
}

/** Reads one row, in our format, ORO's or that of a log. Whatever it contains, the result is a reading or a reason. */
export function readAttempt(text: string, options: IntakeOptions): ReadAttempt | Quarantined {
  try {
    const format = options.format ?? undefined;
    const isOther = format !== undefined && format !== 'evidence';
    const written = isOther ? undefined : readWrittenRow(text);
    if (written !== undefined) return readRow(written.row, written.hashed, options);
    const json = parseJson(text);
    if (!json.ok) {
      return quarantine('NOT_JSON', text.includes('\0') ? `it holds NUL bytes; ${json.reason}` : json.reason);
    }
    if (format !== 'evidence' && readerOf(json.value, format) !== undefined) return readLogText(text, format, options);
    if (isOther) return quarantine('SCHEMA_UNKNOWN', `it is not in the format ${format}`);
    if (isTrace(json.value)) return { reading: readTrace(json.value, options), receipt: null, problemHash: null };
    return readRow(json.value, false, options);
  } catch (error) {
    // Extreme nesting overflows the stack somewhere in here. One row must not prevent reading the others.
    return quarantine('UNREADABLE', error instanceof Error ? error.message : String(error));
  }
}

function readLogText(text: string, format: LogFormat | undefined, options: IntakeOptions): ReadAttempt | Quarantined {
  const json = parseLogJson(text);
  if (!json.ok) return json.flaw;
  const log = readLogDocument(json.value, format);
  if (log === undefined) return quarantine('SCHEMA_UNKNOWN', 'a log in this format is read as a whole file');
  return isQuarantined(log) ? log : readClaimed(log, options);
}

function readRow(value: unknown, hashed: boolean, options: IntakeOptions): ReadAttempt | Quarantined {
  const row = readVerified(value, hashed);
  if (isQuarantined(row)) return row;
  const { attempt, verdict, receipt, calls } = row;
  return {
    reading: readSigned(attempt, verdict, calls, options),
    receipt: { receipt, hash: receiptHash(receipt) },
    problemHash: attempt.problem_hash,
  };
}

/** Reads the same row with its calls, for callers that need more. Traces are unsigned and have no evidence. */
export function readEvidence(text: string): EvidenceRow | Quarantined {
  try {
    const written = readWrittenRow(text);
    if (written !== undefined) return readVerified(written.row, written.hashed);
    const json = parseJson(text);
    return json.ok ? readVerified(json.value, false) : quarantine('NOT_JSON', json.reason);
  } catch (error) {
    return quarantine('UNREADABLE', error instanceof Error ? error.message : String(error));
  }
}

function readVerified(value: unknown, hashed: boolean): EvidenceRow | Quarantined {
  const row = readEvidenceRow(value);
  if (isQuarantined(row)) return row;
  return verifyEvidence(row, hashed) ?? row;
}

export function readSigned(
  attempt: Attempt,
  verdict: Verdict | null,
  calls: readonly Call[],
  { agency: thresholds, queries }: IntakeOptions,
): RecordedReading {
  const completions = readCompletions(calls);
  // The request is needed even if no call can be read: models write searches in their agent's own format, and without
  // the request its words would count as dictated by the program.
  const query = queries.get(attempt.problem_id) ?? findQuery(completions, attempt) ?? '';
  const recommended = verdict === null ? null : verdict.rules.recommended;
  const judged = judgeAgency({ calls, completions, query, recommended }, thresholds);
  const probe = attempt.probe === true ? readFollow(readCalls(calls), recommended ?? []) : null;
  return {
    facts: {
      attempt_id: attempt.attempt_id,
      isProbe: attempt.probe === true,
      run_id: attempt.run_id,
      problem_id: attempt.problem_id,
      agent: attempt.agent.sha256,
      validator: attempt.validator,
      policy: policyOf(attempt, calls),
      fault: attempt.fault?.code ?? null,
    },
    verdict,
    rebuilt: rebuildTrajectory(completions, judged, query),
    agency: judged.agency,
    profile: profileAttempt(judged, completions, query, probe),
    hasSeen: (id) => judged.executed.some(({ shown }) => shown.includes(id)),
  };
}
