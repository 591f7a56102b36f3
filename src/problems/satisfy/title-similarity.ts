/** How alike two titles are. Pure, so that the same evidence gives the same verdict anywhere. */
export interface TitleSimilarity {
  /** The measure: `lexical`, or the id of an embedding model. */
  readonly name: string;
  /** At or above this value, two titles name the same kind of product. Each measure has its own threshold. */
  readonly threshold: number;
  /** At most 1. */
  compare(left: string, right: string): number;
}
