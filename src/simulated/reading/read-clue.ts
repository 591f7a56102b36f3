/** A maker or a series that the request describes without naming it. */
export interface Clue {
  readonly about: 'maker' | 'series';
  /** The sentences that describe it. */
  readonly text: string;
}

const REFERENCE = /\bthat (?:company|maker|brand|series)\b/iu;
const DESCRIBED = /\b(?:company|maker|brand|series)\b/iu;

/**
 * The clue of a request, and the request without it: a clue can name products that are not wanted. `undefined` if the
 * request refers to nothing that it describes.
 */
export function readClue(query: string): { readonly clue: Clue; readonly request: string } | undefined {
  const reference = REFERENCE.exec(query)?.[0];
  if (reference === undefined) return undefined;
  const sentences = query.split(/(?<=[.?!])\s+/u);
  const described = sentences.filter((sentence) => DESCRIBED.test(sentence) && !REFERENCE.test(sentence));
  if (described.length === 0) return undefined;
  return {
    clue: { about: /series$/iu.test(reference) ? 'series' : 'maker', text: described.join(' ') },
    request: sentences.filter((sentence) => !described.includes(sentence)).join(' '),
  };
}
