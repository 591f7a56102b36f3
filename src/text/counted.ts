/**
 * A number with its noun; the plural ends in s unless given.
 *
 * @example counted(1, 'run') // '1 run'
 * @example counted(3, 'run') // '3 runs'
 * @example counted(3, 'search', 'searches') // '3 searches'
 */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
