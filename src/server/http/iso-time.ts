/** A moment as the wire says it. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
