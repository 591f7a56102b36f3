import type { Attempt } from '../attempt/attempt.ts';
import type { Problem, Target } from '../problems/problem.ts';
import type { RuleScores, ScoreField } from './score-fields.ts';
import type { RuleVerdict } from './verdict.ts';

export const NOT_SHOWN = 'recommended without having been found: no search result or page of this attempt showed it';

/**
 * The one reason a contestant should read first; `null` for a success. The text is the same for every attempt that
 * failed for this reason, so that failures can be counted by it.
 */
export function whyFailed(problem: Problem, fault: Attempt['fault'], verdict: RuleVerdict): string | null {
  const { scores, success, flags } = verdict;
  if (fault !== null) return `${fault.code} (${fault.owner})`;
  if (success) return null;
  if (flags.includes('malformed_recommendation')) return 'product_ids of the recommendation was no text';
  if (flags.includes('no_recommendation')) return 'nothing was recommended';
  if (scores.product === 0) return 'no recommended product exists';
  if (scores.product < 1) return 'a product is missing from the recommendation';
  if (scores.rule < 1)
    return ['not what was asked for', wrongFields(problem, scores).join(', ')].filter(Boolean).join(': ');
  if (scores.shop === 0) return 'not all from one shop';
  if (scores.budget === 0) return 'over budget';
  return NOT_SHOWN;
}

/** A field without requirements also scores 0, but is not a reason. */
const ASKED: readonly [field: ScoreField, name: string, isAsked: (target: Target) => boolean][] = [
  ['title', 'kind of product', ({ titles }) => titles.length > 0],
  ['keyword', 'keyword not in title or description', ({ keyword }) => keyword !== undefined],
  ['price', 'price', ({ price }) => price !== undefined],
  ['service', 'service', ({ services }) => services.length > 0],
  [
    'sku & attrs',
    'options or attributes',
    ({ options, attributes }) => Object.keys({ ...options, ...attributes }).length > 0,
  ],
];

function wrongFields({ targets }: Problem, scores: RuleScores): string[] {
  return ASKED.filter(([field, , isAsked]) => scores[field]! < 1 && targets.every(isAsked)).map(([, name]) => name);
}
