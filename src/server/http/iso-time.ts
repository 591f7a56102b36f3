/** A timestamp in the wire format. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
