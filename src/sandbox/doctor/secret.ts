import { randomBytes } from 'node:crypto';

/**
 * A string that is known only outside the sandbox. Hostile agents search for its pattern; the doctor searches for it in
 * their output.
 */
export function newSecret(about: string): string {
  return `secret-${about}-${randomBytes(8).toString('hex')}`;
}
