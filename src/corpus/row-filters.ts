/**
 * The filters for rows of a release, in the order in which a page offers them. Separate from the schemas, because every
 * page loads it.
 */
export const ROW_FILTERS = ['reason', 'category', 'model', 'agency', 'outcome', 'split', 'origin'] as const;

export type RowFilter = (typeof ROW_FILTERS)[number];
