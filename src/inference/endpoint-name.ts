/** An address as records name it: without what a person may have put before the host or behind the path. */
export function endpointName(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}
