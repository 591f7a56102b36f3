import { randomBytes } from 'node:crypto';

/** A word that is known outside only. Hostile agents look for its shape; the doctor looks for it in what they say. */
export function newSecret(about: string): string {
  return `secret-${about}-${randomBytes(8).toString('hex')}`;
}
