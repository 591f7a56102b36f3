import type { Reader } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { Providers } from './providers.ts';

/** API answer. It contains no part of the credential, not even a prefix. */
export interface ConnectedProviders {
  readonly providers: readonly {
    readonly provider: string;
    readonly connected: boolean;
    readonly updated_at: string | null;
  }[];
  readonly default_provider: string | null;
}

/** Every provider that can be connected or is connected, even if the arena no longer supports it. */
export async function credentialsOf(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  providers: Providers,
  hotkey: string,
): Promise<ConnectedProviders> {
  const stored = await reader
    .selectFrom('inference_credentials')
    .select(['provider', 'is_default', 'updated_at'])
    .where('hotkey', '=', hotkey)
    .execute();
  const updatedAt = new Map(stored.map((row) => [row.provider, row.updated_at]));
  const names = [...new Set([...providers.keys(), ...updatedAt.keys()])].sort();
  return {
    providers: names.map((provider) => {
      const timestamp = updatedAt.get(provider);
      const connected = timestamp !== undefined;
      return { provider, connected, updated_at: connected ? new Date(timestamp).toISOString() : null };
    }),
    default_provider: stored.find((row) => row.is_default)?.provider ?? null,
  };
}
