/** What rows of a release can be filtered by, in the order in which a page offers it. Apart from schemas: every page loads it. */
export const ROW_FILTERS = ['reason', 'category', 'model', 'agency', 'outcome', 'split', 'origin'] as const;

export type RowFilter = (typeof ROW_FILTERS)[number];
