const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * What a problem is called on the wire, where clients of the original platform accept UUIDs only: its own id if that is
 * one, else a UUID made from it (version 8), the same every time. Who hashes is the caller's business: a browser asks with
 * another SHA-256 whether an attempt was at the problem it is shown for.
 */
export function wireProblemIdBy(sha256: (text: string) => string, id: string): string {
  if (UUID.test(id)) return id;
  const hex = sha256(`assay problem ${id}`);
  const variant = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
