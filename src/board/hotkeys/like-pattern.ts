/** Escapes a text for a LIKE with `escape '\'`, so that a search term is not treated as a pattern. */
export function literalInLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
