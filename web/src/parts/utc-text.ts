/**
 * The one form in which pages write a time. Readers in several countries compare it with each other, with the command
 * line and with logs, so it never depends on where it is read.
 *
 * @example utcText('2026-01-02T03:04:05.678Z') // '2026-01-02 03:04 UTC'
 * @example utcText('2026-01-02T03:04:05.678Z', 'seconds') // '2026-01-02 03:04:05 UTC'
 */
export function utcText(at: string | number, until: 'minutes' | 'seconds' = 'minutes'): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return 'unknown time';
  return `${date
    .toISOString()
    .slice(0, until === 'minutes' ? 16 : 19)
    .replace('T', ' ')} UTC`;
}
