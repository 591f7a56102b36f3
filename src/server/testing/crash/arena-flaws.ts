import { queueFlaws } from '../../../arena/testing/queue-flaws.ts';
import { verifyEvents } from '../../../store/database/verify-events.ts';
import type { OpenedArena } from '../../start/open-arena.ts';
import { mergeClientRecords } from './client-knowledge.ts';
import type { ClientRecord } from './client-record.ts';
import { endFlaws } from './end-flaws.ts';
import { ledgerFlaws } from './ledger-flaws.ts';
import { resultFlaws } from './result-flaws.ts';
import { runFlaws } from './run-flaws.ts';
import { logFlaws, versionFlaws } from './version-flaws.ts';

/**
 * Everything in an arena that contradicts its own rules or its answers to clients, as sentences. With `done`, also what
 * must be true once all work is done. No client may send meanwhile: what it is about to record is unknown.
 */
export async function arenaFlaws(
  { database, blobs, policy }: OpenedArena,
  clientRecords: readonly ClientRecord[],
  { done }: { readonly done: boolean },
): Promise<string[]> {
  const knowledge = mergeClientRecords(clientRecords);
  const flaws = await database.withSnapshot(async (reader) => [
    ...(await queueFlaws(reader)),
    ...(await ledgerFlaws(reader)),
    ...(await runFlaws(reader, knowledge)),
    ...(await resultFlaws(reader, knowledge)),
    ...(await versionFlaws(reader, blobs, knowledge)),
    ...(await logFlaws(reader, blobs, knowledge)),
    ...(done ? await endFlaws(reader, policy.queue, knowledge) : []),
  ]);
  const chain = await verifyEvents(database);
  if (!chain.ok) flaws.push(`Event ${chain.sequence}: the chain is broken, ${chain.reason}.`);
  return [...clientRecords.flatMap(({ complaints }) => complaints), ...flaws];
}
