import { Fault } from '../../fault/fault.ts';
import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { type ConnectedProviders, credentialsOf } from './credentials-of.ts';
import { type Providers, providerNamed } from './providers.ts';

/** Chooses which connected provider an agent's calls are billed to. */
export async function setDefaultProvider(
  arena: Arena,
  providers: Providers,
  { hotkey, provider }: { readonly hotkey: string; readonly provider: string },
): Promise<ConnectedProviders> {
  providerNamed(providers, provider);
  return await arena.database.withTransaction(async (transaction) => {
    const before = await credentialsOf(transaction, providers, hotkey);
    if (before.default_provider === provider) return before;
    if (!before.providers.some((each) => each.provider === provider && each.connected)) {
      throw new Fault('PROVIDER_NOT_CONNECTED', {
        message: `The provider ${provider} is not connected.`,
        remedy: 'Store a credential for it first.',
      });
    }
    await transaction
      .updateTable('inference_credentials')
      .set(({ eb }) => ({ is_default: eb.case().when('provider', '=', provider).then(true).else(false).end() }))
      .where('hotkey', '=', hotkey)
      .execute();
    await appendEvent(transaction, {
      who: hotkey,
      what: 'credential.chosen',
      when: arena.now(),
      why: `From now on its agents' models are paid for with ${provider}.`,
      subject: `hotkey ${hotkey}`,
      data: { miner_hotkey: hotkey, provider },
    });
    return await credentialsOf(transaction, providers, hotkey);
  });
}
