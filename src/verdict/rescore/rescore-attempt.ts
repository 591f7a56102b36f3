import { writeDocument } from '../../attempt/record.ts';
import type { Problem } from '../../problems/problem.ts';
import { lexicalMeasure, lexicalMeasureAt, type TitleMeasure } from '../../problems/satisfy.ts';
import type { ScoredEvidence } from '../rules/attempt-evidence.ts';
import { prepareTitles } from '../rules/prepare-titles.ts';
import type { ProductLookup } from '../rules/score-attempt.ts';
import { scoreVerdict } from '../rules/score-verdict.ts';
import { UNJUDGED } from '../unjudged.ts';
import type { Judgement, RuleVerdict, Verdict } from '../verdict.ts';
import { type Correction, correctionHash, verdictHash } from './correction.ts';
import type { CorrectedKey } from './match-keys.ts';
import { type SignedEvidence, withKey } from './read-signed-evidence.ts';

export type UnsignedCorrection = Omit<Correction, 'hotkey' | 'signature' | 'reason' | 'time'>;

export type Rescored =
  | { readonly outcome: 'corrected'; readonly correction: UnsignedCorrection }
  /** The current verdict already uses this key. */
  | { readonly outcome: 'up to date'; readonly verdict: Verdict }
  | { readonly outcome: 'refused'; readonly reason: string };

/**
 * Scores an attempt with the corrected key. First, the current verdict must be reproduced with the old key. With
 * another market, other rules or another key, the new verdict would mix two changes, and it would be unclear which of
 * them moved an agent.
 */
export async function rescoreAttempt(
  signed: SignedEvidence,
  corrections: readonly Correction[],
  key: CorrectedKey,
  products: ProductLookup,
  titles: TitleMeasure = lexicalMeasure,
): Promise<Rescored> {
  const last = corrections.at(-1);
  const standing = last?.verdict ?? signed.sealedVerdict;
  if (standing?.problem_digest === key.digestAfter) return { outcome: 'up to date', verdict: standing };
  const judgement = standing?.judgement ?? UNJUDGED;
  const measure = measureOf(standing, titles);
  if (measure === undefined) return { outcome: 'refused', reason: otherMeasure(standing!) };
  const score = async (problem: Problem): Promise<Verdict> =>
    await scoreWith(measure, signed.attempt.attempt_id, withKey(signed, problem), judgement, products);
  const again = await score(key.before);
  const difference = standing === null ? undefined : differenceOf(standing, again);
  if (difference !== undefined) return { outcome: 'refused', reason: difference };
  const correction: UnsignedCorrection = {
    version: 1,
    attempt_id: signed.attempt.attempt_id,
    sequence: corrections.length + 1,
    previous: last === undefined ? null : correctionHash(last),
    old_verdict_hash: standing === null ? null : verdictHash(standing),
    key_before: key.digestBefore,
    key_after: key.digestAfter,
    before: again.rules,
    verdict: await score(key.after),
  };
  return { outcome: 'corrected', correction };
}

/** The title measure of the current verdict, so that only the key differs; `undefined` if it is not available. */
function measureOf(standing: Verdict | null, given: TitleMeasure): TitleMeasure | undefined {
  const recorded = standing?.rules.titles;
  if (recorded === undefined) return given;
  if (recorded.measure === lexicalMeasure.id) return lexicalMeasureAt(recorded.threshold);
  return recorded.measure === given.id && recorded.threshold === given.threshold ? given : undefined;
}

function otherMeasure({ rules }: Verdict): string {
  return `its titles were compared by ${rules.titles!.measure} with threshold ${rules.titles!.threshold}; name that with --titles`;
}

async function scoreWith(
  measure: TitleMeasure,
  attemptId: string,
  evidence: ScoredEvidence,
  judgement: Judgement,
  products: ProductLookup,
): Promise<Verdict> {
  const offered = new Set<string>();
  scoreVerdict(attemptId, evidence, judgement, (id) => {
    const product = products(id);
    if (product !== undefined) offered.add(product.title);
    return undefined;
  });
  const titles = await prepareTitles(evidence.problem, offered, measure);
  return scoreVerdict(attemptId, evidence, judgement, products, titles);
}

/** Why the current verdict differs from the recomputed one; `undefined` if it does not. */
function differenceOf(standing: Verdict, again: Verdict): string | undefined {
  if (standing.problem_digest !== again.problem_digest) {
    return `its verdict was given by another key (${standing.problem_digest.slice(0, 12)}…) than the old problems hold (${again.problem_digest.slice(0, 12)}…)`;
  }
  for (const [was, is] of [
    [standing.rules, again.rules],
    [standing.benchmark, again.benchmark],
  ] as const) {
    if (was.rule_set_version !== is.rule_set_version) {
      return `its verdict is by version ${was.rule_set_version} of ${was.rule_set}, these are the rules of version ${is.rule_set_version}`;
    }
    if (!isSame(was, is)) return `its verdict does not come out again with the old key: is this the market it was in?`;
  }
  return undefined;
}

function isSame(left: RuleVerdict, right: RuleVerdict): boolean {
  return Buffer.compare(writeDocument(left), writeDocument(right)) === 0;
}
