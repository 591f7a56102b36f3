import { failureOf, failureText } from '../../parts/failure-of.ts';
import { numberAt, objectAt } from '../attempt/field-at.ts';
import { PROBLEM_RESULTS } from '../attempt/problem-results.ts';
import { fieldsNotAsked } from '../attempt/wanted-problem.ts';
import type { ComparedAttempt } from './compared-attempt.ts';

/** One line of the comparison. Texts may come from an agent or a validator. */
export interface VerdictRow {
  readonly name: string;
  readonly left: string;
  readonly right: string;
  readonly differs: boolean;
}

const UNKNOWN = '–';

/** Verdicts and usage of two attempts. Lines without a value on either side are omitted. */
export function verdictRows(left: ComparedAttempt, right: ComparedAttempt): readonly VerdictRow[] {
  const notAsked = fieldsNotAsked(left.attempt.problem);
  const fields = [left, right].flatMap(({ evidence }) => Object.keys(evidence?.sheets[0]?.scores ?? {}));
  const lines: [string, (side: ComparedAttempt) => string | null][] = [
    ['Result', ({ attempt }) => PROBLEM_RESULTS[attempt.result?.status ?? 'HIDDEN'].text],
    ['Why it failed', ({ attempt }) => failureIn(attempt.result)],
    ['Recommended', ({ evidence }) => recommendedBy(evidence)],
    ...[...new Set(fields)]
      .filter((field) => !notAsked.has(field))
      .slice(0, 30)
      .map((field): [string, (side: ComparedAttempt) => string | null] => [
        `Score: ${field}`,
        ({ evidence }) => fixed(numberAt(evidence?.sheets[0]?.scores, field), 2),
      ]),
    ['Reasoning quality', ({ attempt }) => attempt.result?.reasoning_score?.toString() ?? null],
    ['Judge', ({ evidence }) => evidence?.judgement?.explanation ?? null],
    ['Calls chosen by', ({ attempt }) => attempt.agency?.verdict ?? null],
    ['Steps', ({ rows }) => (rows.length === 0 ? null : String(rows.length))],
    ['Calls', ({ evidence }) => evidence?.calls?.length.toString() ?? null],
    ['Tokens in', (side) => usage(side, 'prompt_tokens', 1, 0)],
    ['Tokens out', (side) => usage(side, 'completion_tokens', 1, 0)],
    ['Spent on models, $', (side) => usage(side, 'spend_microdollars', 1e6, 4)],
    ['Seconds', ({ attempt }) => fixed(attempt.result?.execution_time ?? null, 2)],
  ];
  return lines.flatMap(([name, read]) => {
    const [one, other] = [read(left), read(right)];
    if (one === null && other === null) return [];
    return [{ name, left: one ?? UNKNOWN, right: other ?? UNKNOWN, differs: one !== other }];
  });
}

function failureIn(result: ComparedAttempt['attempt']['result']): string | null {
  const failure = result === null ? null : failureOf(result);
  return failure === null ? null : failureText(failure);
}

function recommendedBy(evidence: ComparedAttempt['evidence']): string | null {
  const sheet = evidence?.sheets[0];
  return sheet === undefined ? null : sheet.recommended.slice(0, 20).join(', ') || 'nothing';
}

function usage({ evidence }: ComparedAttempt, field: string, unit: number, digits: number): string | null {
  const value = numberAt(objectAt(evidence?.attempt, 'usage'), field);
  return fixed(value === null ? null : value / unit, digits);
}

function fixed(value: number | null, digits: number): string | null {
  return value === null ? null : value.toFixed(digits);
}
