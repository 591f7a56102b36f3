import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A random token, for a server whose clients are told it when it starts. */
export function makeBearerToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Takes the same time whatever is sent: hashes of equal length are compared, not the texts. */
export function isBearerOf(token: string, header: string | undefined): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(`Bearer ${token}`), digest(header ?? ''));
}
