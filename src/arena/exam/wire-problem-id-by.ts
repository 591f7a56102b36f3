const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * A problem's id in the API, where clients of the original platform accept only UUIDs: its own id if that is a UUID,
 * otherwise a UUID derived from it (version 8), always the same. The caller supplies the hash function, because a
 * browser uses another SHA-256 implementation to check that an attempt belongs to the problem it is shown for.
 */
export function wireProblemIdBy(sha256: (text: string) => string, id: string): string {
  if (UUID.test(id)) return id;
  const hex = sha256(`assay problem ${id}`);
  const variant = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
