/**
 * A number with its noun, for nouns whose plural ends in s.
 *
 * @example counted(1, 'run') // '1 run'
 * @example counted(3, 'run') // '3 runs'
 */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
