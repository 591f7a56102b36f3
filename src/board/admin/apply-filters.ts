import type { ExtractTypeFromReferenceExpression, SelectQueryBuilder, StringReference } from 'kysely';

/**
 * A column, a comparison and a value. `undefined` does not filter. The value of `is set` says whether the column must
 * be non-null.
 */
type Filter<Tables, Names extends keyof Tables> = {
  [Column in StringReference<Tables, Names>]:
    | readonly [Column, '=' | '>=' | '<', ExtractTypeFromReferenceExpression<Tables, Names, Column> | undefined]
    | readonly [Column, 'is set', boolean | undefined];
}[StringReference<Tables, Names>];

/** Keeps the rows that pass every filter. */
export function applyFilters<Tables, Names extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Names, Row>,
  filters: readonly Filter<Tables, Names>[],
): SelectQueryBuilder<Tables, Names, Row> {
  let filtered = query;
  for (const [column, comparison, value] of filters) {
    if (value === undefined) continue;
    filtered =
      comparison === 'is set'
        ? filtered.where(column, value ? 'is not' : 'is', null)
        : filtered.where(column, comparison, value);
  }
  return filtered;
}
