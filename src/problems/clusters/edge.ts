/** Why two problems must not be separated by a split. */
export const EDGE_REASONS = [
  'same-query',
  'same-words',
  'same-request',
  'same-target',
  'same-specification',
  'same-voucher',
  'near-duplicate',
  'paraphrase',
  'same-shop',
] as const;

export type EdgeReason = (typeof EDGE_REASONS)[number];

export interface Edge {
  /** Places in the list of questions, the smaller first. */
  readonly left: number;
  readonly right: number;
  readonly reason: EdgeReason;
  /** How alike, for the reasons that have a measure. */
  readonly similarity?: number;
}
