import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { credentialContext } from './credential-context.ts';
import { type ConnectedProviders, credentialsOf } from './credentials-of.ts';
import { probeCredential } from './probe-credential.ts';
import { type Providers, providerNamed } from './providers.ts';

export interface NewCredential {
  readonly hotkey: string;
  readonly provider: string;
  readonly credential: string;
  /** Time limit for the provider's check of the credential. */
  readonly timeoutMilliseconds?: number;
}

/** Stores a contestant's credential after the provider has accepted it. */
export async function storeCredential(
  arena: Arena,
  providers: Providers,
  { hotkey, provider, credential, timeoutMilliseconds }: NewCredential,
): Promise<ConnectedProviders> {
  await probeCredential(provider, providerNamed(providers, provider), credential, timeoutMilliseconds);
  const sealed = arena.secret.seal(credential, credentialContext(hotkey, provider));
  return await arena.database.withTransaction(async (transaction) => {
    const now = arena.now();
    const first = await transaction
      .selectFrom('inference_credentials')
      .select('provider')
      .where('hotkey', '=', hotkey)
      .where('is_default', '=', true)
      .executeTakeFirst();
    await transaction
      .insertInto('inference_credentials')
      .values({ hotkey, provider, sealed, is_default: first === undefined, updated_at: now })
      .onConflict((conflict) => conflict.columns(['hotkey', 'provider']).doUpdateSet({ sealed, updated_at: now }))
      .execute();
    await appendEvent(transaction, {
      who: hotkey,
      what: 'credential.connected',
      when: now,
      why: `Its agents' models can be paid for with ${provider}.`,
      subject: `hotkey ${hotkey}`,
      data: { miner_hotkey: hotkey, provider },
    });
    return await credentialsOf(transaction, providers, hotkey);
  });
}
