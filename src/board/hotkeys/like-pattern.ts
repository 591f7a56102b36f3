/** A text that stands for itself in a LIKE with `escape '\'`: what somebody searches for is no pattern. */
export function literalInLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
