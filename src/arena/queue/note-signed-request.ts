import { json } from '../../store/database.ts';
import type { Arena } from '../arena.ts';

export interface RequestProof {
  /** The signed text. */
  readonly message: string;
  readonly signature: string;
}

/**
 * Stores the newest request that a validator signed. Races use it for their draw because only the validator can produce
 * it.
 */
export async function noteSignedRequest(
  { database, now }: Pick<Arena, 'database' | 'now'>,
  hotkey: string,
  proof: RequestProof,
): Promise<void> {
  await database.withTransaction(
    async (transaction) => {
      await transaction
        .updateTable('validators')
        .set(signedColumns(proof, now()))
        .where('hotkey', '=', hotkey)
        .execute();
    },
    { batchKey: hotkey },
  );
}

export function signedColumns(proof: RequestProof, now: number) {
  return { signed_request: json(proof), signed_at: now };
}
