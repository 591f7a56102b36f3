import type { Transaction } from 'kysely';
import type { WeightsConfirmation } from '../chain.ts';
import { refuseWeights } from '../weights/check-signed-weights.ts';
import type { SignedWeights } from '../weights/signed-weights.ts';
import type { ChainTables } from './chain-tables.ts';
import { ledgerEventFromJson } from './stored-ledger-event.ts';

/**
 * The receipt of these weights if they are already set: a client that lost the response may send them again. Weights
 * signed before the current ones are rejected, because anyone who intercepted them could otherwise restore them.
 */
export async function standingWeights(
  transaction: Transaction<ChainTables>,
  weights: SignedWeights,
): Promise<WeightsConfirmation | undefined> {
  const newest = await transaction
    .selectFrom('ledger_events')
    .select(['sequence', 'block', 'signed_block', 'body', 'hash'])
    .where('hotkey', '=', weights.hotkey)
    .where('kind', '=', 'weights-set')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined || newest.signed_block! < weights.block) return undefined;
  const stands = ledgerEventFromJson(newest.body, newest.sequence);
  if (newest.signed_block === weights.block && stands.kind === 'weights-set' && isSame(stands, weights)) {
    return { block: newest.block, reference: newest.hash };
  }
  refuseWeights({
    message: `Weights of ${weights.hotkey} for block ${newest.signed_block} are already set.`,
    remedy: 'Sign the weights for a later block.',
    sendAgain: false,
  });
}

type Vector = Pick<SignedWeights, 'uids' | 'values'>;

function isSame(one: Vector, other: Vector): boolean {
  return `${one.uids}` === `${other.uids}` && `${one.values}` === `${other.values}`;
}
