import { problemHash, receiptHash } from '../../attempt/record.ts';
import { type EvidenceFile, type EvidenceFiles, verifyEvidenceFile } from '../../attempt/verify-evidence-file.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import type { Search } from '../../market/search.ts';
import type { Problem } from '../../problems/problem.ts';
import { problemDigest } from '../../problems/suites.ts';
import { sha256 } from '../../store/sha256.ts';
import { type Verdict, verdictSchema } from '../../verdict/verdict.ts';
import { parseExamProblem } from '../exam/exam-problem.ts';
import { type GradedAgain, gradeAgain } from './grade-again.ts';
import { type AuditMarket, type RepeatedSearches, repeatSearches } from './repeat-searches.ts';

/** What the evidence for a problem of a run must match. */
export interface ExpectedAttempt {
  readonly runId: string;
  readonly validator: string;
  readonly agentSha256: string;
  /** The arena's id of the problem, and its full record. */
  readonly problemId: string;
  readonly record: Readonly<Record<string, unknown>>;
}

export interface EvidenceQuestion extends EvidenceFiles {
  readonly expected: ExpectedAttempt;
  readonly gradeAgain: boolean;
  /** The market to repeat searches in; without it they are not repeated. */
  readonly market: AuditMarket | undefined;
}

export type ExaminedEvidence = RefusedEvidence | SoundEvidence;

export interface RefusedEvidence {
  readonly ok: false;
  readonly reason: string;
  /**
   * A bug or another version cannot explain it: the evidence is from another validator, about something else, or
   * modified.
   */
  readonly isForged: boolean;
}

export interface SoundEvidence {
  readonly ok: true;
  readonly attemptId: string;
  readonly receipt: { readonly sequence: number; readonly previous: string | null; readonly hash: string };
  /** From the validator's signed verdict. */
  readonly success: boolean;
  readonly quality: number | null;
  /** Identical for copies of the same calls, regardless of the signature; `null` for attempts without calls. */
  readonly mark: string | null;
  readonly again: GradedAgain | null;
  readonly searches: RepeatedSearches | null;
}

/** Checks that uploaded evidence is complete, signed by this validator, and about this run, agent and problem. */
export async function examineEvidence(
  question: EvidenceQuestion,
  searchIn: (path: string) => Search | undefined,
): Promise<ExaminedEvidence> {
  const verified = verifyEvidenceFile(question);
  if (!verified.ok) return refused(`The evidence ${verified.reason}.`, verified.isForged);
  const { file } = verified;
  const { expected } = question;
  const parsed = parseExamProblem(expected.problemId, expected.record);
  if (!parsed.ok) return refused(`Problem ${expected.problemId} cannot be read.`);
  const flaw = mismatchIn(file, expected, parsed.problem);
  if (flaw !== undefined) return refused(flaw.reason, flaw.isForged);
  const verdict = verdictSchema.safeParse(file.verdict);
  if (!verdict.success) return refused('The verdict in the evidence is invalid.');
  const wrong = wrongVerdict(verdict.data, file, parsed.problem);
  if (wrong !== undefined) return refused(wrong);
  const { receipt, attempt, calls } = file;
  const { market } = question;
  const search = market === undefined ? undefined : searchIn(market.path);
  return {
    ok: true,
    attemptId: attempt.attempt_id,
    receipt: { sequence: receipt.sequence, previous: receipt.previous, hash: receiptHash(receipt) },
    success: verdict.data.rules.success,
    quality: verdict.data.judgement.quality,
    mark: markOf(file),
    again: question.gradeAgain ? await gradeAgain(file, verdict.data, parsed.problem) : null,
    searches: search === undefined ? null : await repeatSearches(calls, search, market!.compat),
  };
}

function mismatchIn(file: EvidenceFile, expected: ExpectedAttempt, problem: Problem): Flaw | undefined {
  const { attempt, receipt } = file;
  if (receipt.hotkey !== expected.validator) return forged(`The evidence was signed by ${receipt.hotkey}.`);
  if (attempt.run_id !== expected.runId) return forged(`The evidence is of another run, ${attempt.run_id}.`);
  if (attempt.agent.sha256 !== expected.agentSha256) return forged('The evidence is of another agent file.');
  if (attempt.problem_id !== problem.id || attempt.problem_hash !== problemHash(shown(problem)))
    return forged('The evidence is of another problem.');
  if (attempt.probe) return forged('The evidence is of a probe attempt, which is never scored.');
  if (attempt.fault !== null && attempt.fault.owner !== 'agent')
    return {
      reason: `The attempt failed with ${attempt.fault.code}, which is not the agent's fault: it is not a result.`,
      isForged: false,
    };
  return undefined;
}

type Flaw = Pick<RefusedEvidence, 'reason' | 'isForged'>;

function forged(reason: string): Flaw {
  return { reason, isForged: true };
}

function shown({ id, query }: Problem) {
  return { problem_id: id, query };
}

function wrongVerdict(verdict: Verdict, { attempt }: EvidenceFile, problem: Problem): string | undefined {
  if (verdict.attempt_id !== attempt.attempt_id) return 'The verdict in the evidence is about another attempt.';
  if (verdict.problem_digest !== problemDigest(problem)) return 'The verdict was given by another answer key.';
  return undefined;
}

/**
 * Times and durations rarely repeat, and a copy that is signed again still has those of the original. An agent can
 * choose when it calls, to the millisecond, but not how many microseconds the answer takes.
 */
function markOf({ calls }: EvidenceFile): string | null {
  if (calls.length === 0) return null;
  const rows = calls.map(({ time, duration_ms, kind, path, parameters, status }) => [
    time,
    duration_ms,
    kind,
    path,
    parameters,
    status,
  ]);
  return sha256(canonicalJson(rows));
}

function refused(reason: string, isForged = false): ExaminedEvidence {
  return { ok: false, reason, isForged };
}
