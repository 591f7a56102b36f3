import { steadySum } from '../../statistics/steady-sum.ts';
import { DEFAULT_COEFFICIENT_RANGE, meanQuality, reasoningCoefficient } from '../../verdict/aggregate.ts';
import type { RunEnding } from '../queue/judge-run-completion.ts';
import type { ProblemEvidence } from './run-evidence.ts';

/** A flaw in the uploads of a run. `problemId` is null if it concerns the whole run. */
export interface EvidenceFlaw {
  readonly problemId: string | null;
  readonly reason: string;
  readonly isForged: boolean;
}

const TOLERANCE = 1e-4 + 1e-9;

/**
 * Flaws in a run's score according to its evidence: pieces that belong to another run, receipts that do not fit
 * together, and numbers that differ from the signed verdicts.
 */
export function flawsOfRun(
  found: readonly ProblemEvidence[],
  ending: Extract<RunEnding, { readonly status: 'SUCCESS' }>,
): readonly EvidenceFlaw[] {
  const flaws = flawsOfEvidence(found);
  if (found.some(({ kind }) => kind === 'refused')) return flaws;
  return [...flaws, ...scoreFlaws(soundOf(found), ending)];
}

/** Flaws in the evidence alone, independent of the score. */
export function flawsOfEvidence(found: readonly ProblemEvidence[]): readonly EvidenceFlaw[] {
  const refused = found.flatMap((each): EvidenceFlaw[] =>
    each.kind === 'refused' ? [{ problemId: each.problemId, reason: each.reason, isForged: each.isForged }] : [],
  );
  if (refused.length > 0) return refused;
  const sound = soundOf(found);
  return [...chainFlaws(sound), ...outcomeFlaws(sound)];
}

type Sound = Extract<ProblemEvidence, { readonly kind: 'sound' }>;

function soundOf(found: readonly ProblemEvidence[]): readonly Sound[] {
  return found.flatMap((each) => (each.kind === 'sound' ? [each] : []));
}

/** Retried and probe attempts have receipts between those that count, so the chain may have gaps here. */
function chainFlaws(sound: readonly Sound[]): EvidenceFlaw[] {
  const ordered = sound.toSorted((one, other) => one.evidence.receipt.sequence - other.evidence.receipt.sequence);
  const flaws: EvidenceFlaw[] = [];
  for (const [place, { problemId, evidence }] of ordered.entries()) {
    const before = ordered[place - 1]?.evidence;
    const { receipt } = evidence;
    if (before === undefined) continue;
    if (before.receipt.sequence === receipt.sequence || before.attemptId === evidence.attemptId) {
      flaws.push(forged(problemId, `Two problems have receipt ${receipt.sequence} of the run.`));
    } else if (receipt.sequence === before.receipt.sequence + 1 && receipt.previous !== before.receipt.hash) {
      flaws.push(forged(problemId, `Receipt ${receipt.sequence} does not follow from the one before it.`));
    }
  }
  return flaws;
}

function outcomeFlaws(sound: readonly Sound[]): EvidenceFlaw[] {
  return sound.flatMap(({ problemId, evidence, reported }) => {
    if (reported.score !== (evidence.success ? 1 : 0))
      return [
        unlike(problemId, `${reported.score} was reported where the signed verdict says ${evidence.success ? 1 : 0}.`),
      ];
    if ((reported.quality ?? null) !== evidence.quality)
      return [
        unlike(
          problemId,
          `Quality ${reported.quality} was reported where the signed verdict says ${evidence.quality}.`,
        ),
      ];
    return [];
  });
}

function scoreFlaws(
  sound: readonly Sound[],
  { components }: Extract<RunEnding, { readonly status: 'SUCCESS' }>,
): EvidenceFlaw[] {
  const solved = sound.filter(({ evidence }) => evidence.success).length;
  const said = components.successful_problems!;
  if (said !== solved) {
    return [unlike(null, `${said} problems were reported as solved; the signed verdicts say ${solved}.`)];
  }
  const qualities = sound.flatMap(({ evidence }) => evidence.quality ?? []);
  const sum = steadySum(qualities);
  // Validators only reduce quality (where the program decides) and never raise it, so this is an upper bound.
  const most =
    qualities.length === 0 ? DEFAULT_COEFFICIENT_RANGE.floor : reasoningCoefficient(meanQuality(sum, qualities.length));
  const coefficient = components.reasoning_coefficient!;
  if (coefficient <= most + TOLERANCE) return [];
  return [unlike(null, `reasoning_coefficient is ${coefficient} where the signed verdicts allow ${most}.`)];
}

function forged(problemId: string, reason: string): EvidenceFlaw {
  return { problemId, reason, isForged: true };
}

function unlike(problemId: string | null, reason: string): EvidenceFlaw {
  return { problemId, reason, isForged: false };
}
