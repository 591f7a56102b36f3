import type { Services } from '../start/services.ts';

/** Long enough for a validator to download a file, too short to share the URL. */
const LIFE_MILLISECONDS = 10 * 60_000;

/**
 * A temporary URL under which any holder can download a file. It expires by real time, however fast the arena's clock
 * runs.
 */
export function codeAddress(services: Services, agentVersionId: string): string {
  const ticket = services.arena.secret.ticket('code', agentVersionId, Date.now() + LIFE_MILLISECONDS);
  return `${services.publicUrl}/v1/files/code/${ticket}`;
}

export interface FileAddress {
  readonly url: string;
  readonly expiresAt: number;
}

export function blobAddress(services: Services, file: BlobFile): FileAddress {
  const expiresAt = Date.now() + LIFE_MILLISECONDS;
  const ticket = services.arena.secret.ticket('file', JSON.stringify(file), expiresAt);
  return { url: `${services.publicUrl}/v1/files/blob/${ticket}`, expiresAt };
}

export interface BlobFile {
  readonly sha256: string;
  readonly fileName: string;
  readonly contentType: string;
}

export function uploadAddress({ publicUrl }: Services, ticket: string): string {
  return `${publicUrl}/v1/files/upload/${ticket}`;
}
