import { ROW_FILTERS, type RowFilter } from '../../../../src/corpus/row-filters.ts';

/** URL search parameters that filter the rows on the corpus page. */
export type RowsSearch = { readonly [Name in RowFilter]?: string };

const LONGEST = 200;

/** Reads the search part of a URL, which is untrusted: unknown values are ignored. */
export function readRowsSearch(given: Readonly<Record<string, unknown>>): RowsSearch {
  return Object.fromEntries(
    ROW_FILTERS.flatMap((name) => {
      const value = typeof given[name] === 'number' ? String(given[name]) : given[name];
      return typeof value === 'string' && value !== '' && value.length <= LONGEST ? [[name, value]] : [];
    }),
  );
}
