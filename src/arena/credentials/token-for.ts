import type { Arena } from '../arena.ts';
import { credentialContext } from './credential-context.ts';
import type { Providers } from './providers.ts';

/** What a validator needs to run an agent at its contestant's expense. */
export interface InferenceToken {
  readonly provider: string;
  readonly access_token: string;
  readonly base_url: string;
}

/**
 * Token of the default provider, or of another connected one if the arena no longer supports the default; null if none
 * can be used.
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
 * Why a contestant is responsible for a missing credential. `required`: the arena demands one, and it was deleted after
 * this version was submitted. `removed`: it was deleted, or the arena demands one since after it accepted this version;
 * then a validator's models are used where it has some. `undefined` if the contestant is not responsible: the arena no
 * longer supports the provider, or a secret was lost.
 */
export async function missingProvider(
  { database, policy }: Pick<Arena, 'database' | 'policy'>,
  { hotkey, agentVersionId }: { readonly hotkey: string; readonly agentVersionId: string },
): Promise<'required' | 'removed' | undefined> {
  const { reader } = database;
  const stored = await reader
    .selectFrom('inference_credentials')
    .select('provider')
    .where('hotkey', '=', hotkey)
    .executeTakeFirst();
  if (stored !== undefined) return undefined;
  const removed = await reader
    .selectFrom('events')
    .select('happened_at')
    .where('subject', '=', `hotkey ${hotkey}`)
    .where('what', '=', 'credential.removed')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  // Not `undefined`: where no validator has models the run would have no score, and a champion would stay champion.
  if (removed === undefined) return policy.submissions.requireProvider ? 'removed' : undefined;
  if (!policy.submissions.requireProvider) return 'removed';
  const { submitted_at } = await reader
    .selectFrom('agent_versions')
    .select('submitted_at')
    .where('agent_version_id', '=', agentVersionId)
    .executeTakeFirstOrThrow();
  return removed.happened_at >= submitted_at ? 'required' : 'removed';
}
