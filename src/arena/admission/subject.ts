import { Bindings } from './bindings.ts';
import { commentsIn } from './comments-in.ts';
import type { SourcePosition } from './finding.ts';
import type { Knowledge } from './knowledge.ts';
import type { SourceFacts } from './source-facts.ts';

/** A text in the file that could carry a message, comments included: an agent can read its own file. */
export interface Text extends SourcePosition {
  readonly text: string;
  readonly kind: 'text' | 'bytes' | 'number' | 'comment';
  /** Put together from parts. */
  readonly assembled: boolean;
}

/** What the rules look at. */
export interface Subject {
  readonly facts: SourceFacts;
  readonly bindings: Bindings;
  readonly texts: readonly Text[];
  readonly knowledge: Knowledge | undefined;
  /** Whether the market has a product of this id; undefined where there is no market to ask. */
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
