import type { Arena } from '../../arena/arena.ts';
import { ACTIVE_STATUSES, agreementOf, ruleOpinions } from '../../arena/queue.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import type { RunStatus } from '../../arena/tables.ts';
import { Fault } from '../../fault/fault.ts';
import { ANONYMOUS } from '../viewer.ts';
import type { PageQuery } from '../wire/paging.ts';
import { toTimestamp } from '../wire/timestamp.ts';
import type { ValidatorPageWire } from '../wire/validator-page-wire.ts';
import { runToWire } from './run-detail.ts';
import { runRows } from './run-rows.ts';
import { readUptime } from './uptime.ts';
import { describeValidators, validatorRows } from './validator-rows.ts';

/** Older evaluations say little about the validator today, and each is a page of results to read. */
const COMPARED_EVALUATIONS = 100;

/**
 * All public information about a validator: its runs, their outcomes, and its agreement with others. `agreement` is
 * called for a validator that exists; computing it takes longer than the rest.
 */
export async function validatorPage(
  { database, policy, now }: Pick<Arena, 'database' | 'policy' | 'now'>,
  hotkey: string,
  { limit, offset }: PageQuery,
  agreement: () => Promise<ValidatorPageWire['agreement']>,
): Promise<ValidatorPageWire> {
  const page = await database.withSnapshot(async (reader) => {
    const row = await validatorRows(reader).where('validators.hotkey', '=', hotkey).executeTakeFirst();
    if (row === undefined) {
      throw new Fault('VALIDATOR_NOT_FOUND', { message: 'This hotkey has never asked for work.' });
    }
    const [validator] = await describeValidators(reader, [row], ANONYMOUS, { policy, now });
    const rows = await runRows(reader)
      .where('runs.validator_hotkey', '=', hotkey)
      .orderBy('runs.claimed_at', 'desc')
      .orderBy('runs.run_id')
      .limit(limit)
      .offset(offset)
      .execute();
    const { total, ...outcomes } = await outcomesOf(reader, hotkey);
    return {
      total,
      limit,
      offset,
      validator: validator!,
      is_banned: row.banned_at !== null,
      ban_reason: row.ban_reason,
      uptime: await readUptime(reader, row, now()),
      runs: rows.map((run) => runToWire(run, ANONYMOUS)),
      outcomes,
    };
  });
  return { ...page, agreement: await agreement(), computed_at: toTimestamp(now()) };
}

async function outcomesOf(reader: ArenaQueries, hotkey: string) {
  const counted = await reader
    .selectFrom('runs')
    .select(({ fn }) => [
      'status',
      fn.countAll<number>().as('runs'),
      fn.count<number>('invalidated_at').as('invalidated'),
    ])
    .where('validator_hotkey', '=', hotkey)
    .groupBy('status')
    .execute();
  const of = (...statuses: readonly RunStatus[]): number =>
    counted.filter(({ status }) => statuses.includes(status)).reduce((sum, { runs }) => sum + runs, 0);
  return {
    total: counted.reduce((sum, { runs }) => sum + runs, 0),
    succeeded: of('SUCCESS'),
    failed: of('FAILED'),
    timed_out: of('TIMED_OUT'),
    lost: of('STALE'),
    cancelled: of('CANCELLED'),
    under_way: of(...ACTIVE_STATUSES),
    invalidated: counted.reduce((sum, { invalidated }) => sum + invalidated, 0),
  };
}

/** How far a validator agrees with others; `changesAgreement` says after which events. */
export async function validatorAgreement(
  { database }: Pick<Arena, 'database'>,
  hotkey: string,
): Promise<ValidatorPageWire['agreement']> {
  return await database.withSnapshot(async (reader) => await agreementWithPeers(reader, hotkey));
}

/**
 * Only finished qualifying: a validator that still runs a version must not learn the others' results, and races are
 * hidden.
 */
async function agreementWithPeers(reader: ArenaQueries, hotkey: string): Promise<ValidatorPageWire['agreement']> {
  const items = await reader
    .selectFrom('work_items as item')
    .innerJoin('runs', 'runs.work_item_id', 'item.work_item_id')
    .select(['item.work_item_id', 'item.closed_at'])
    .distinct()
    .where('runs.validator_hotkey', '=', hotkey)
    .where('runs.status', '=', 'SUCCESS')
    .where('runs.invalidated_at', 'is', null)
    .where('item.phase', '=', 'QUALIFYING')
    .where('item.closed_at', 'is not', null)
    .orderBy('item.closed_at', 'desc')
    .orderBy('item.work_item_id')
    .limit(COMPARED_EVALUATIONS)
    .execute();
  const opinions = await ruleOpinions(
    reader,
    items.map(({ work_item_id }) => work_item_id),
  );
  const peers = new Map<string, { problems: number; same: number }>();
  for (const item of opinions.values()) {
    for (const { validators, problems, same } of agreementOf(item)) {
      const peer = validators.find((other) => other !== hotkey);
      if (peer === undefined || !validators.includes(hotkey)) continue;
      const sum = peers.get(peer) ?? { problems: 0, same: 0 };
      peers.set(peer, { problems: sum.problems + problems, same: sum.same + same });
    }
  }
  return {
    evaluations: items.length,
    peers: [...peers]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([validator_hotkey, sums]) => ({ validator_hotkey, ...sums })),
  };
}
