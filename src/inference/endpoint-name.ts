/** A URL as shown in records: without credentials before the host and without query or fragment. */
export function endpointName(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}
