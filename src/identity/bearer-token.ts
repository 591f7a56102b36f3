import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A random token for a server that passes it to its clients when it starts. */
export function makeBearerToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Runs in constant time: compares hashes of equal length, not the texts. */
export function isBearerOf(token: string, header: string | undefined): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(`Bearer ${token}`), digest(header ?? ''));
}
