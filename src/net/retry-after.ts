/** The milliseconds that a `Retry-After` header asks for, in seconds or as a date; `null` without a readable header. */
export function retryAfterMilliseconds(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const value = header.trim();
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}
