/**
 * Milliseconds requested by a `Retry-After` header, given in seconds or as a date; `null` if it is missing or
 * unreadable.
 */
export function retryAfterMilliseconds(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const value = header.trim();
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}
