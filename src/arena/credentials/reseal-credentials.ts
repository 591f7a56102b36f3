import type { Selectable, Transaction } from 'kysely';
import type { Reader } from '../../store/database.ts';
import type { ArenaSecret, SealedCounts } from '../arena-secret.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { credentialContext } from './credential-context.ts';

type StoredCredential = Selectable<ArenaTables['inference_credentials']>;

/** Counts stored credentials by the secret that opens them. */
export async function countCredentials(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  secret: ArenaSecret,
): Promise<SealedCounts<StoredCredential>> {
  return secret.count(await readCredentials(reader), placeOf);
}

/**
 * Seals credentials of earlier secrets with the current one. Credentials that no secret opens are not changed. Returns
 * how many were resealed.
 */
export async function resealCredentials(transaction: Transaction<ArenaTables>, secret: ArenaSecret): Promise<number> {
  let resealed = 0;
  for (const row of await readCredentials(transaction)) {
    const place = placeOf(row);
    if (secret.sealedWith(row.sealed, place) !== 'earlier') continue;
    await transaction
      .updateTable('inference_credentials')
      .set({ sealed: secret.seal(secret.unseal(row.sealed, place)!, place) })
      .where('hotkey', '=', row.hotkey)
      .where('provider', '=', row.provider)
      .execute();
    resealed++;
  }
  return resealed;
}

async function readCredentials(reader: Pick<Reader<ArenaTables>, 'selectFrom'>): Promise<StoredCredential[]> {
  return await reader.selectFrom('inference_credentials').selectAll().orderBy('hotkey').orderBy('provider').execute();
}

function placeOf({ hotkey, provider }: StoredCredential): string {
  return credentialContext(hotkey, provider);
}
