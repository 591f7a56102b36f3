import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { type ConnectedProviders, credentialsOf } from './credentials-of.ts';
import { type Providers, providerNamed } from './providers.ts';

/**
 * Deletes a credential; the one stored last becomes the default. Does nothing if none is stored, so it can be repeated.
 * A credential of a provider that the arena no longer supports can still be deleted.
 */
export async function deleteCredential(
  arena: Arena,
  providers: Providers,
  { hotkey, provider }: { readonly hotkey: string; readonly provider: string },
): Promise<ConnectedProviders> {
  return await arena.database.withTransaction(async (transaction) => {
    const removed = await transaction
      .deleteFrom('inference_credentials')
      .where('hotkey', '=', hotkey)
      .where('provider', '=', provider)
      .returning('is_default')
      .executeTakeFirst();
    if (removed === undefined) {
      providerNamed(providers, provider);
      return await credentialsOf(transaction, providers, hotkey);
    }
    if (removed.is_default) {
      const next = transaction
        .selectFrom('inference_credentials')
        .select('provider')
        .where('hotkey', '=', hotkey)
        .orderBy('updated_at', 'desc')
        .orderBy('provider')
        .limit(1);
      await transaction
        .updateTable('inference_credentials')
        .set({ is_default: true })
        .where('hotkey', '=', hotkey)
        .where('provider', '=', next)
        .execute();
    }
    await appendEvent(transaction, {
      who: hotkey,
      what: 'credential.removed',
      when: arena.now(),
      why: `Its agents' models can no longer be paid for with ${provider}.`,
      subject: `hotkey ${hotkey}`,
      data: { miner_hotkey: hotkey, provider },
    });
    return await credentialsOf(transaction, providers, hotkey);
  });
}
