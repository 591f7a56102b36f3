import { randomInt } from 'node:crypto';
import type { SandboxUser } from './place.ts';

/** Between what container engines hand out and what signed numbers hold: nobody's files belong to these. */
const FIRST_USER = 1_900_000_000;
const USERS = 100_000_000;

/**
 * Under which user the next sandbox runs. As root every sandbox gets a user of its own that owns nothing: a sandbox
 * that root starts without this keeps the real uid 0 and can write to the host. Anybody else stays who they are.
 *
 * Numbers come round again only after all the others, and each program starts somewhere else, so that two sandboxes at
 * a time do not share one.
 */
export function nextSandboxUser(): SandboxUser | null {
  if (process.getuid?.() !== 0) return null;
  next = (next + 1) % USERS;
  return { uid: FIRST_USER + next, gid: FIRST_USER + next };
}

let next = randomInt(USERS);
