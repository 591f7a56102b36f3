/** URL search parameters of the leaderboards on the arena page. Missing ones have their defaults. */
export interface BoardSearch {
  readonly board?: 'race';
  readonly q?: string;
  readonly sort?: BoardSort;
  readonly order?: 'asc' | 'desc';
  readonly agency?: AgencyLabel;
  readonly model?: string;
  readonly category?: Category;
  /** Only versions of this contestant. */
  readonly contestant?: string;
  /** Hidden columns, separated by commas. */
  readonly hide?: string;
}

const SORTS = [
  'rank',
  'score',
  'race_score',
  'solved',
  'category',
  'submitted',
  'agent',
  'contestant',
  'model',
  'agency',
] as const;
const AGENCY_LABELS = ['agentic', 'mixed', 'scripted', 'unknown'] as const;
export const CATEGORIES = ['product', 'shop', 'voucher'] as const;

export type BoardSort = (typeof SORTS)[number];
export type AgencyLabel = (typeof AGENCY_LABELS)[number];
export type Category = (typeof CATEGORIES)[number];

const LONGEST = 200;

/** Reads the search part of a URL, which is untrusted: unknown values are ignored. */
export function readBoardSearch(given: Readonly<Record<string, unknown>>): BoardSearch {
  const category = oneOf(CATEGORIES, given.category);
  const sort = oneOf(SORTS, given.sort);
  return withoutGaps({
    board: oneOf(['race'] as const, given.board),
    q: textOf(given.q),
    sort: sort === 'rank' || (sort === 'category' && category === undefined) ? undefined : sort,
    order: oneOf(['asc', 'desc'] as const, given.order),
    agency: oneOf(AGENCY_LABELS, given.agency),
    model: textOf(given.model),
    category,
    contestant: textOf(given.contestant),
    hide: textOf(given.hide),
  });
}

/** The API query for these search parameters, without paging. */
export function boardQuery(search: BoardSearch): URLSearchParams {
  const { board, contestant, hide: _, ...rest } = search;
  const query = new URLSearchParams({ score_type: board ?? 'qualifying' });
  if (contestant !== undefined) query.set('hotkey', contestant);
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, value);
  return query;
}

/** Columns that sort ascending on the first click. */
const ASCENDING: ReadonlySet<BoardSort> = new Set(['rank', 'agent', 'contestant', 'model']);

export function directionOf({ sort = 'rank', order }: BoardSearch): 'asc' | 'desc' {
  return order ?? (ASCENDING.has(sort) ? 'asc' : 'desc');
}

/** Search parameters after a click on a column head: sorted by that column, or in the reverse order. */
export function sortedBy(search: BoardSearch, sort: BoardSort): BoardSearch {
  const isAgain = (search.sort ?? 'rank') === sort;
  const usual = directionOf({ sort });
  const order = isAgain && directionOf(search) === usual ? (usual === 'asc' ? 'desc' : 'asc') : undefined;
  return readBoardSearch({ ...search, sort, order });
}

function oneOf<const Values extends readonly string[]>(values: Values, given: unknown): Values[number] | undefined {
  return values.find((value) => value === given);
}

/** The router parses `q=5` as a number. */
function textOf(given: unknown): string | undefined {
  const text = typeof given === 'number' ? String(given) : given;
  return typeof text === 'string' && text !== '' ? text.slice(0, LONGEST) : undefined;
}

function withoutGaps<T extends object>(given: { readonly [Key in keyof T]: T[Key] | undefined }): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;
}
