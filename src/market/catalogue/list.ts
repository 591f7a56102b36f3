/**
 * Splits a comma-separated list into an array. The catalogue has thousands of short phrases; in array literals, the
 * formatter would put each on its own line and make a leaf hard to read.
 *
 * @example list('black, navy blue, white') // ['black', 'navy blue', 'white']
 */
export function list(phrases: string): readonly string[] {
  return phrases.split(',').map((phrase) => phrase.trim().replace(/\s+/g, ' '));
}
