import { type AuthRefusal, refuse } from '../request/auth-refusal.ts';
import type { Standing } from './standing.ts';

/** What a route requires of its caller. `anyone` is a caller that proves ownership of a hotkey, registered or not. */
export type Need = 'anyone' | 'registered' | 'validator' | 'admin';

export interface Bans {
  isBanned(hotkey: string): Promise<boolean>;
}

/**
 * Why a caller with this standing is refused, or `undefined`. The ban is checked last, so that only callers that would
 * otherwise be allowed learn of it.
 */
export function authorize(standing: Standing, need: Need, banned: boolean): AuthRefusal | undefined {
  return lacking(standing, need) ?? (banned ? refuse('BANNED') : undefined);
}

function lacking({ admin, registered, validator }: Standing, need: Need): AuthRefusal | undefined {
  switch (need) {
    case 'anyone':
      return undefined;
    case 'admin':
      return admin ? undefined : refuse('NOT_ADMIN');
    case 'registered':
      if (registered === undefined) return refuse('METAGRAPH_STALE');
      return registered ? undefined : refuse('NOT_REGISTERED');
    case 'validator':
      if (validator === undefined) return refuse('METAGRAPH_STALE');
      return validator ? undefined : refuse('NOT_REGISTERED_AS_VALIDATOR');
  }
}
