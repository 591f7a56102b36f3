import { Bindings } from './bindings.ts';
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

/**
 * Everything after a number sign, with comments on consecutive lines joined. A number sign inside a string also counts,
 * which is harmless because strings are checked anyway.
 */
function commentsIn(source: string): Text[] {
  const comments: { text: string; line: number; column: number; last: number }[] = [];
  for (const [index, line] of source.split('\n').entries()) {
    const start = line.indexOf('#');
    if (start < 0) continue;
    const text = line.slice(start + 1);
    const before = comments.at(-1);
    if (before !== undefined && before.last === index) {
      before.text += `\n${text}`;
      before.last = index + 1;
    } else comments.push({ text, line: index + 1, column: start + 1, last: index + 1 });
  }
  return comments.map(({ text, line, column }) => ({ text, line, column, kind: 'comment', assembled: false }));
}
