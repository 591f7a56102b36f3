import type { AnswerWire } from '../../../../src/board/wire.ts';
import { ownField } from '../../../../src/json/json-object.ts';
import type { Row } from './build-rows.ts';
import type { RecordedCall } from './recorded-call.ts';
import { rowOfCall } from './row-label.ts';

/** A product of an attempt, and where the agent first saw it. */
export interface MetProduct {
  readonly id: string;
  readonly title: string | null;
  /** Index of the row in which a recorded result first showed it; -1 if none did. */
  readonly row: number;
}

export interface FailureTrace {
  readonly recommended: readonly MetProduct[];
  /** Index of the last row that recommends; -1 if nothing was recommended. */
  readonly recommendedIn: number;
  /** Number of rows with a search. */
  readonly searches: number;
  /** Accepted products that were shown but not recommended, earliest first; null if the answer is hidden. */
  readonly passing: readonly MetProduct[] | null;
  /**
   * Where the attempt went wrong, judged by the answer: null if the answer is hidden, row -1 if no row can be named.
   */
  readonly turn: { readonly kind: 'chose another' | 'never found' | 'no recommendation'; readonly row: number } | null;
}

const MOST_SHOWN = 20_000;

/**
 * Traces why an attempt failed, from the record. Without the answer: where the recommended products come from. With the
 * answer also: which accepted products the agent had seen, and the step at which it went wrong.
 */
export function traceFailure(
  rows: readonly Row[],
  calls: readonly RecordedCall[],
  recommended: readonly string[],
  answer: AnswerWire | null,
): FailureTrace {
  const shown = firstShown(calls);
  const meet = (id: string): MetProduct => {
    const found = shown.get(id);
    return { id, title: found?.title ?? null, row: found === undefined ? -1 : rowOfCall(rows, found.sequence) };
  };
  const recommendedIn = rows.findLastIndex(
    (row) => row.kind === 'step' && row.step.calls.some(({ name }) => name === 'recommend_product'),
  );
  const known = {
    recommended: recommended.map(meet),
    recommendedIn,
    searches: rows.filter((row) => (row.kind === 'call' ? [row.call] : row.recorded).some(isSearch)).length,
  };
  if (answer === null) return { ...known, passing: null, turn: null };
  const missed = answer.items.filter((item, place) => !acceptedProducts(item).has(recommended[place] ?? ''));
  const passing = missed
    .flatMap((item) => [...acceptedProducts(item)])
    .filter((id) => shown.has(id))
    .map(meet)
    .sort((left, right) => left.row - right.row);
  return { ...known, passing, turn: turnOf(rows, known, passing) };
}

function turnOf(
  rows: readonly Row[],
  { recommended, recommendedIn }: Pick<FailureTrace, 'recommended' | 'recommendedIn'>,
  passing: readonly MetProduct[],
): FailureTrace['turn'] {
  if (recommended.length === 0) return { kind: 'no recommendation', row: rows.length - 1 };
  if (passing.length > 0) return { kind: 'chose another', row: recommendedIn };
  const search = rows.findIndex((row) => (row.kind === 'call' ? [row.call] : row.recorded).some(isSearch));
  return { kind: 'never found', row: search };
}

/** Every product that satisfies one item of the answer. */
export function acceptedProducts({ product_id, accepts }: AnswerWire['items'][number]): ReadonlySet<string> {
  return new Set([product_id, ...(accepts ?? [])]);
}

function isSearch({ kind }: RecordedCall): boolean {
  return kind === 'search';
}

function firstShown(calls: readonly RecordedCall[]): ReadonlyMap<string, { title: string | null; sequence: number }> {
  const shown = new Map<string, { title: string | null; sequence: number }>();
  for (const { kind, status, response, sequence } of calls) {
    if ((kind !== 'search' && kind !== 'view') || status !== 200 || !Array.isArray(response)) continue;
    for (const result of response.slice(0, MOST_SHOWN - shown.size)) {
      const id = ownField(result, 'product_id');
      const title = ownField(result, 'title');
      if ((typeof id === 'string' || typeof id === 'number') && !shown.has(String(id))) {
        shown.set(String(id), { title: typeof title === 'string' ? title : null, sequence });
      }
    }
  }
  return shown;
}
