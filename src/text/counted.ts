/**
 * The form of a word for a number: a noun, or a verb with both forms given.
 *
 * @example forCount(1, 'run') // 'run'
 * @example forCount(3, 'is', 'are') // 'are'
 */
export function forCount(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

/**
 * A number with its noun; the plural ends in s unless given.
 *
 * @example counted(1, 'run') // '1 run'
 * @example counted(3, 'run') // '3 runs'
 * @example counted(3, 'search', 'searches') // '3 searches'
 */
export function counted(count: number, noun: string, plural?: string): string {
  return `${count} ${forCount(count, noun, plural)}`;
}
