import type { Attempt } from '../../attempt/attempt.ts';
import { type AttemptStore, problemHash } from '../../attempt/record.ts';
import { Fault } from '../../fault/fault.ts';
import type { Hotkey } from '../../identity/hotkey.ts';
import type { Problem } from '../../problems/problem.ts';
import type { TitleMeasure } from '../../problems/satisfy.ts';
import { withFolderLock } from '../../store/files.ts';
import type { ProductLookup } from '../rules/score-attempt.ts';
import { scoreVerdict } from '../rules/score-verdict.ts';
import { UNJUDGED } from '../unjudged.ts';
import type { RuleVerdict } from '../verdict.ts';
import { type AgentRate, agentRates, type CountedAttempt } from './agent-rates.ts';
import { type Correction, correctionHash } from './correction.ts';
import { readCorrections, writeCorrection } from './correction-folder.ts';
import { type DisputeRecord, reasonSchema } from './dispute-event.ts';
import { appendDispute, readDisputes } from './dispute-file.ts';
import { type CorrectedKey, matchKeys } from './match-keys.ts';
import { readSignedEvidence, type SignedEvidence, withKey } from './read-signed-evidence.ts';
import { type Rescored, rescoreAttempt, type UnsignedCorrection } from './rescore-attempt.ts';
import { signDocument } from './sign-document.ts';

export interface CorrectionOptions {
  readonly store: AttemptStore;
  readonly old: readonly Problem[];
  readonly corrected: readonly Problem[];
  readonly products: ProductLookup;
  /** Required for attempts whose titles were compared by a model; it must be the same model. */
  readonly titles?: TitleMeasure | undefined;
  /** Hotkey of the validator that sealed the attempts. */
  readonly hotkey: Hotkey;
  /** Defaults to the reason of the problem's last dispute. */
  readonly reason?: string;
  /** Reports the changes without writing them. */
  readonly dryRun?: boolean;
  readonly now?: () => Date;
  readonly onProgress?: (done: number, all: number) => void;
}

export interface Movement {
  readonly attempt_id: string;
  readonly agent: Attempt['agent'];
  readonly problem_id: string;
  readonly before: RuleVerdict;
  readonly after: RuleVerdict;
}

interface RefusedAttempt {
  readonly attempt_id: string;
  readonly reason: string;
}

export interface CorrectionReport {
  /** Problems whose key changed. */
  readonly keys: readonly CorrectedKey[];
  /** Attempts with a new verdict, even if its outcome is the same. */
  readonly rescored: readonly Movement[];
  /** Attempts that already had the new verdict. */
  readonly upToDate: number;
  /** Attempts that could not be rescored, or not even read. Nothing of theirs was changed. */
  readonly refused: readonly RefusedAttempt[];
  /** Over all counted attempts at the old problems, corrected or not. */
  readonly agents: readonly AgentRate[];
}

const NO_DISPUTE = 'The answer key was wrong.';

/**
 * Rescores everything that was scored with a wrong key, from sealed evidence and without running an agent. New verdicts
 * are written next to the old ones, followed by one line that names them all. After a crash, another run completes what
 * is missing and changes nothing else.
 */
export async function correctProblems(options: CorrectionOptions): Promise<CorrectionReport> {
  const reason = reasonSchema.optional().safeParse(options.reason);
  if (!reason.success) {
    throw new Fault('INPUT_INVALID', {
      message: `The reason ${reason.error.issues[0]!.message}.`,
      remedy: 'Say in a sentence what was wrong. Nothing was written.',
    });
  }
  const keys = matchKeys(options.old, options.corrected);
  const work = async (): Promise<CorrectionReport> => await correct(options, keys);
  // Holds the lock throughout, because the next correction of an attempt must follow the last one.
  return options.dryRun === true ? await work() : await withFolderLock(options.store.folder, work);
}

async function correct(options: CorrectionOptions, keys: readonly CorrectedKey[]): Promise<CorrectionReport> {
  const { store } = options;
  const disputes = readDisputes(store.folder);
  const keyOf = new Map(keys.map((key) => [key.before.id, key]));
  const problemOf = new Map(options.old.map((problem) => [problem.id, problem]));
  const report = { rescored: [] as Movement[], refused: [] as RefusedAttempt[], upToDate: 0 };
  const counted: CountedAttempt[] = [];
  /** Corrections that follow from each problem's new key, by problem. */
  const made = new Map<string, Correction[]>(keys.map((key) => [key.before.id, []]));

  const ids = store.list();
  for (const [place, id] of ids.entries()) {
    options.onProgress?.(place, ids.length);
    try {
      const signed = await evidenceOn(problemOf, store, id);
      // A probe is never scored, so there is nothing to correct.
      if (signed === undefined || signed.attempt.probe) continue;
      const { problem_id, agent } = signed.attempt;
      const validator = signed.receipt.hotkey;
      const corrections = readCorrections(store.folder, id, validator);
      const key = keyOf.get(problem_id);
      if (key === undefined) {
        const { success } = standingRules(signed, corrections, problemOf.get(problem_id)!, options.products);
        counted.push({ agent, before: success, after: success });
        continue;
      }
      const result =
        validator === options.hotkey.address
          ? await rescoreAttempt(signed, corrections, key, options.products, options.titles)
          : refusal(`it was sealed by ${validator}, and only that key may correct it`);
      if (result.outcome === 'refused') {
        report.refused.push({ attempt_id: id, reason: result.reason });
      } else if (result.outcome === 'up to date') {
        report.upToDate++;
        const { success } = result.verdict.rules;
        counted.push({ agent, before: success, after: success });
        made.get(problem_id)!.push(...corrections.filter(({ key_after }) => key_after === key.digestAfter));
      } else {
        const { before, verdict } = result.correction;
        if (options.dryRun !== true) made.get(problem_id)!.push(write(result.correction, key, options, disputes));
        report.rescored.push({ attempt_id: id, agent, problem_id, before, after: verdict.rules });
        counted.push({ agent, before: before.success, after: verdict.rules.success });
      }
    } catch (error) {
      // One damaged attempt must not prevent the correction of the others.
      if (!Fault.isInstance(error) || error.code !== 'EVIDENCE_CORRUPT') throw error;
      report.refused.push({ attempt_id: id, reason: error.message });
    }
  }
  if (options.dryRun !== true) for (const key of keys) enter(made.get(key.before.id)!, key, options, disputes);
  return { ...report, keys, agents: agentRates(counted) };
}

function refusal(reason: string): Rescored {
  return { outcome: 'refused', reason };
}

/** The evidence of an attempt at one of the problems; `undefined` if it does not count. */
async function evidenceOn(
  problems: ReadonlyMap<string, Problem>,
  store: AttemptStore,
  id: string,
): Promise<SignedEvidence | undefined> {
  const { problem_id, problem_hash } = store.read(id);
  const problem = problems.get(problem_id);
  // The same id with another question is another problem.
  if (problem === undefined || problem_hash !== problemHash({ problem_id, query: problem.query })) return undefined;
  const signed = await readSignedEvidence(store, id);
  const { fault } = signed.attempt;
  // Failures that are not the agent's fault do not count, whatever the key.
  return fault === null || fault.owner === 'agent' ? signed : undefined;
}

function standingRules(
  signed: SignedEvidence,
  corrections: readonly Correction[],
  problem: Problem,
  products: ProductLookup,
): RuleVerdict {
  const standing = corrections.at(-1)?.verdict ?? signed.sealedVerdict;
  return (standing ?? scoreVerdict(signed.attempt.attempt_id, withKey(signed, problem), UNJUDGED, products)).rules;
}

function write(
  unsigned: UnsignedCorrection,
  key: CorrectedKey,
  options: CorrectionOptions,
  disputes: readonly DisputeRecord[],
): Correction {
  const stamp = { reason: reasonFor(key, options, disputes), time: (options.now?.() ?? new Date()).toISOString() };
  const correction = signDocument({ ...unsigned, ...stamp }, options.hotkey);
  writeCorrection(options.store.folder, correction);
  return correction;
}

/** Appends one line for a key that names the corrections no earlier line names; no line if there are none. */
function enter(
  made: readonly Correction[],
  key: CorrectedKey,
  options: CorrectionOptions,
  disputes: readonly DisputeRecord[],
): void {
  const lines = disputes.filter((line) => line.kind === 'corrected');
  const own = lines.filter((line) => line.problem_id === key.after.id && line.key_after === key.digestAfter);
  const named = new Set(own.flatMap(({ corrections }) => corrections));
  const corrections = made.map(correctionHash).filter((hash) => !named.has(hash));
  if (corrections.length === 0 && own.length > 0) return;
  const event = {
    kind: 'corrected',
    problem_id: key.after.id,
    key_before: key.digestBefore,
    key_after: key.digestAfter,
    reason: reasonFor(key, options, disputes),
    corrections,
  } as const;
  appendDispute(options.store.folder, event, { time: options.now?.() ?? new Date(), hotkey: options.hotkey });
}

function reasonFor(key: CorrectedKey, options: CorrectionOptions, disputes: readonly DisputeRecord[]): string {
  const dispute = disputes.findLast((line) => line.kind === 'disputed' && line.problem_id === key.before.id);
  return options.reason ?? dispute?.reason ?? NO_DISPUTE;
}
