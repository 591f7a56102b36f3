/** Reasons why a split must not separate two problems. */
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
  /** Indices in the list of questions, the smaller first. */
  readonly left: number;
  readonly right: number;
  readonly reason: EdgeReason;
  /** Similarity, for the reasons that are measured. */
  readonly similarity?: number;
}
