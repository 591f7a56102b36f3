import type { Selectable } from 'kysely';
import { memorisingReason } from '../../arena/exam.ts';
import type { ArenaTables } from '../../arena/tables.ts';
import type { TwinComparisonWire } from '../wire/twins-wire.ts';

type Entry = Pick<Selectable<ArenaTables['entries']>, 'twin_comparison' | 'score_on_public'>;

const NOT_COMPARED: TwinComparisonWire = {
  state: 'not_compared',
  public: null,
  twins: null,
  probability: null,
  limit: null,
  score_on_public: null,
  reason: null,
};

export function twinComparison(entry: Entry | null): TwinComparisonWire {
  const comparison = entry?.twin_comparison ?? null;
  if (entry === null || comparison === null) return NOT_COMPARED;
  const { public_solved, public_of, twins_solved, twins_of, probability, limit, is_marked } = comparison;
  return {
    state: is_marked ? 'memorises' : 'no_difference',
    public: { solved: public_solved, of: public_of },
    twins: { solved: twins_solved, of: twins_of },
    probability,
    limit,
    score_on_public: entry.score_on_public,
    reason: is_marked ? memorisingReason(comparison) : null,
  };
}
