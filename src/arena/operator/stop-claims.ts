import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import type { StopName } from '../tables/arena-tables.ts';
import { type OperatorAct, reasonOf } from './operator-act.ts';
import { type Stop, stopOf } from './stop-of.ts';

export interface Stopping extends OperatorAct {
  /** When the stop ends; without it, an operator must release it. */
  readonly releaseAt?: number | null;
}

/** Stops new claims. Runs that are already held may be finished. */
export async function stopClaims(arena: Arena, stopping: Stopping): Promise<Stop> {
  return await stop(arena, 'claims', stopping);
}

export async function releaseClaims(arena: Arena, act: OperatorAct): Promise<void> {
  await release(arena, 'claims', act);
}

/** Stops new submissions. */
export async function stopSubmissions(arena: Arena, stopping: Stopping): Promise<Stop> {
  return await stop(arena, 'submissions', stopping);
}

export async function releaseSubmissions(arena: Arena, act: OperatorAct): Promise<void> {
  await release(arena, 'submissions', act);
}

/** If it is already stopped, the new reason and end time replace the old ones. */
async function stop(arena: Arena, name: StopName, stopping: Stopping): Promise<Stop> {
  const reason = reasonOf(stopping);
  const { who, releaseAt = null } = stopping;
  return await arena.database.withTransaction(async (transaction) => {
    const now = arena.now();
    const values = { reason, stopped_by: who, stopped_at: now, release_at: releaseAt };
    await transaction
      .insertInto('stops')
      .values({ name, ...values })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
      .execute();
    await appendEvent(transaction, {
      who,
      what: `${name}.stopped`,
      when: now,
      why: reason,
      subject: `stop ${name}`,
      data: { release_at: releaseAt === null ? null : new Date(releaseAt).toISOString() },
    });
    return { reason, stoppedBy: who, stoppedAt: now, releaseAt };
  });
}

async function release(arena: Arena, name: StopName, act: OperatorAct): Promise<void> {
  const reason = reasonOf(act);
  await arena.database.withTransaction(async (transaction) => {
    const now = arena.now();
    const active = await stopOf(transaction, name, now);
    await transaction.deleteFrom('stops').where('name', '=', name).execute();
    if (active === undefined) return;
    await appendEvent(transaction, {
      who: act.who,
      what: `${name}.released`,
      when: now,
      why: reason,
      subject: `stop ${name}`,
      data: { stopped_at: new Date(active.stoppedAt).toISOString() },
    });
  });
}
