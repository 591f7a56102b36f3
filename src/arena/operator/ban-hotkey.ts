import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { liftExclusion } from '../audit/consider-trust.ts';
import { takeRunsFrom } from '../queue/take-runs.ts';
import type { BanRole } from './is-banned.ts';
import { type OperatorAct, reasonOf } from './operator-act.ts';

export interface Banned {
  readonly hotkey: string;
  readonly isBanned: boolean;
}

/**
 * Bans a hotkey from one of its roles. A validator loses the runs it holds, which other validators may then claim; a
 * contestant's existing submissions are still evaluated. Idempotent.
 */
export async function banHotkey(arena: Arena, hotkey: string, role: BanRole, act: OperatorAct): Promise<Banned> {
  const reason = reasonOf(act);
  await arena.database.withTransaction(async (transaction) => {
    const settleContext = { policy: arena.policy, now: arena.now() };
    const banned = await transaction
      .insertInto('bans')
      .values({ hotkey, role, reason, banned_by: act.who, banned_at: settleContext.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('hotkey')
      .executeTakeFirst();
    if (banned === undefined) return;
    await appendEvent(transaction, {
      who: act.who,
      what: 'hotkey.banned',
      when: settleContext.now,
      why: reason,
      subject: `hotkey ${hotkey}`,
      data: { hotkey, role },
    });
    const why =
      'Its validator was banned. The run does not count against the contestant; another validator can claim it.';
    if (role === 'validator') await takeRunsFrom(transaction, hotkey, { who: act.who, why, settleContext });
  });
  return { hotkey, isBanned: true };
}

/** Lifts a ban; for a validator also an exclusion that resulted from audits. */
export async function unbanHotkey(arena: Arena, hotkey: string, role: BanRole, act: OperatorAct): Promise<Banned> {
  const reason = reasonOf(act);
  await arena.database.withTransaction(async (transaction) => {
    const now = arena.now();
    const lifted = await transaction
      .deleteFrom('bans')
      .where('hotkey', '=', hotkey)
      .where('role', '=', role)
      .returning('hotkey')
      .executeTakeFirst();
    const isBelievedAgain = role === 'validator' && (await liftExclusion(transaction, hotkey, now));
    if (lifted === undefined && !isBelievedAgain) return;
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
