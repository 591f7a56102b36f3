import { Bindings } from './bindings.ts';
import { commentsIn } from './comments-in.ts';
import type { SourcePosition } from './finding.ts';
import type { Knowledge } from './knowledge.ts';
import type { SourceFacts } from './source-facts.ts';

/** A text in the file that could carry a message. Comments are included: an agent can read its own file. */
export interface Text extends SourcePosition {
  readonly text: string;
  readonly kind: 'text' | 'bytes' | 'number' | 'comment';
  /** Assembled from parts. */
  readonly assembled: boolean;
}

/** Input of the rules. */
export interface Subject {
  readonly facts: SourceFacts;
  readonly bindings: Bindings;
  readonly texts: readonly Text[];
  readonly knowledge: Knowledge | undefined;
  /** Whether the market has a product with this id; undefined if there is no market. */
  readonly isProduct: ((id: string) => boolean) | undefined;
}

export function subjectOf(
  facts: SourceFacts,
  source: string,
  known: { readonly knowledge?: Knowledge | undefined; readonly isProduct?: ((id: string) => boolean) | undefined },
): Subject {
  return {
    facts,
    bindings: new Bindings(facts.imports),
    texts: [...facts.texts, ...commentsIn(source)],
    knowledge: known.knowledge,
    isProduct: known.isProduct,
  };
}
