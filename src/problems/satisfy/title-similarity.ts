/** How alike two titles are. Pure, so that the same evidence gives the same verdict anywhere. */
export interface TitleSimilarity {
  /** The measure: `lexical`, or the id of an embedding model. */
  readonly name: string;
  /** From here on two titles name the same kind of thing. Each measure has its own. */
  readonly threshold: number;
  /** At most 1. */
  compare(left: string, right: string): number;
}
