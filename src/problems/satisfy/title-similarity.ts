/**
 * Port: how alike two titles are. The reference asks an embedding model; the embedded default compares words, needs no
 * model and gives the same answer everywhere.
 */
export interface TitleSimilarity {
  readonly name: string;
  /** From here on two titles name the same kind of thing. Each measure has its own. */
  readonly threshold: number;
  /** From 0 to 1. */
  compare(left: string, right: string): number;
}
