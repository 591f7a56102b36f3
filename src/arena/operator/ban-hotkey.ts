import type { Transaction } from 'kysely';
import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { tellStale } from '../queue/expire-runs.ts';
import { ACTIVE_STATUSES } from '../queue/run-status.ts';
import type { QueueMoment } from '../queue/settle-item.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { BanRole } from './is-banned.ts';
import { type OperatorAct, reasonOf } from './operator-act.ts';

export interface Banned {
  readonly hotkey: string;
  readonly isBanned: boolean;
}

/**
 * Bars a hotkey from one of its roles. A validator loses the runs it holds, which others may then take; what a
 * contestant has submitted is evaluated to the end. Banning again changes nothing.
 */
export async function banHotkey(arena: Arena, hotkey: string, role: BanRole, act: OperatorAct): Promise<Banned> {
  const reason = reasonOf(act);
  const moment = { policy: arena.policy, now: arena.now() };
  await arena.database.withTransaction(async (transaction) => {
    const banned = await transaction
      .insertInto('bans')
      .values({ hotkey, role, reason, banned_by: act.who, banned_at: moment.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('hotkey')
      .executeTakeFirst();
    if (banned === undefined) return;
    await appendEvent(transaction, {
      who: act.who,
      what: 'hotkey.banned',
      when: moment.now,
      why: reason,
      subject: `hotkey ${hotkey}`,
      data: { hotkey, role },
    });
    if (role === 'validator') await takeRunsFrom(transaction, hotkey, act.who, moment);
  });
  return { hotkey, isBanned: true };
}

export async function unbanHotkey(arena: Arena, hotkey: string, role: BanRole, act: OperatorAct): Promise<Banned> {
  const reason = reasonOf(act);
  const now = arena.now();
  await arena.database.withTransaction(async (transaction) => {
    const lifted = await transaction
      .deleteFrom('bans')
      .where('hotkey', '=', hotkey)
      .where('role', '=', role)
      .returning('hotkey')
      .executeTakeFirst();
    if (lifted === undefined) return;
    await appendEvent(transaction, {
      who: act.who,
      what: 'hotkey.unbanned',
      when: now,
      why: reason,
      subject: `hotkey ${hotkey}`,
      data: { hotkey, role },
    });
  });
  return { hotkey, isBanned: false };
}

async function takeRunsFrom(
  transaction: Transaction<ArenaTables>,
  hotkey: string,
  who: string,
  moment: QueueMoment,
): Promise<void> {
  const taken = await transaction
    .updateTable('runs')
    .set({ status: 'STALE', lease_expires_at: moment.now })
    .where('validator_hotkey', '=', hotkey)
    .where('status', 'in', ACTIVE_STATUSES)
    .returning(['run_id', 'work_item_id', 'validator_hotkey'])
    .execute();
  const why = 'Its validator was banned. The run costs the contestant nothing, and others may take it.';
  for (const run of taken) await tellStale(transaction, run, { why, who, moment });
}
