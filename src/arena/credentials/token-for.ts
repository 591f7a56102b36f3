import type { Arena } from '../arena.ts';
import { credentialContext } from './credential-context.ts';
import type { Providers } from './providers.ts';

/** What a validator needs to run a contestant's agent at the contestant's expense. */
export interface InferenceToken {
  readonly provider: string;
  readonly access_token: string;
  readonly base_url: string;
}

/**
 * Of the default provider, or of another connected one when the arena no longer works with that; null when there is none
 * that can be used.
 */
export async function tokenFor(arena: Arena, providers: Providers, hotkey: string): Promise<InferenceToken | null> {
  const stored = await arena.database.reader
    .selectFrom('inference_credentials')
    .select(['provider', 'sealed'])
    .where('hotkey', '=', hotkey)
    .orderBy('is_default', 'desc')
    .orderBy('updated_at', 'desc')
    .execute();
  for (const { provider, sealed } of stored) {
    const known = providers.get(provider);
    const credential = arena.secret.unseal(sealed, credentialContext(hotkey, provider));
    if (known !== undefined && credential !== undefined) {
      return { provider: known.presentAs ?? provider, access_token: credential, base_url: known.baseUrl };
    }
  }
  return null;
}

/**
 * Why a contestant that has no credential stored answers for it: `required` where the arena accepts submissions only with
 * one, `removed` where it took its own away. Nothing where it is not its doing: a provider that the arena no longer works
 * with, or a secret that was lost.
 */
export async function missingProvider(
  { database, policy }: Pick<Arena, 'database' | 'policy'>,
  hotkey: string,
): Promise<'required' | 'removed' | undefined> {
  const stored = await database.reader
    .selectFrom('inference_credentials')
    .select('provider')
    .where('hotkey', '=', hotkey)
    .executeTakeFirst();
  if (stored !== undefined) return undefined;
  if (policy.submissions.requireProvider) return 'required';
  const removed = await database.reader
    .selectFrom('events')
    .select('sequence')
    .where('subject', '=', `hotkey ${hotkey}`)
    .where('what', '=', 'credential.removed')
    .limit(1)
    .executeTakeFirst();
  return removed === undefined ? undefined : 'removed';
}
