import type { Transaction } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import { engineOf } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { Run } from './item-runs.ts';
import { isComplete } from './run-status.ts';

/** The run, locked until this transaction ends; `undefined` if there is none. */
export async function lockRun(transaction: Transaction<ArenaTables>, runId: string): Promise<Run | undefined> {
  const query = transaction.selectFrom('runs').selectAll().where('run_id', '=', runId);
  // SQLite has a single writer, and this transaction is it.
  return await (engineOf(transaction) === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
}

/** The run, if it exists and belongs to this validator. */
export function ownRun(run: Run | undefined, runId: string, hotkey: string): Run {
  if (run === undefined) {
    throw new Fault('EVAL_RUN_NOT_FOUND', {
      message: `There is no run ${runId}.`,
      remedy: 'Claim work, and use the run that the answer names.',
    });
  }
  if (run.validator_hotkey !== hotkey) {
    throw new Fault('NOT_RUN_OWNER', {
      message: 'Another validator holds this run.',
      remedy: 'Claim your own run.',
    });
  }
  return run;
}

export function isLeaseExpired(
  { status, lease_expires_at }: Pick<Run, 'status' | 'lease_expires_at'>,
  now: number,
): boolean {
  return status === 'STALE' || ((status === 'CLAIMED' || status === 'RUNNING') && lease_expires_at <= now);
}

/** Why the validator of a run can no longer report on it; `undefined` while it holds the lease. */
export function whyNotHeld(run: Run, now: number): Fault | undefined {
  if (isLeaseExpired(run, now)) return leaseExpired();
  if (isComplete(run.status) || run.status === 'CANCELLED') return alreadyComplete(run);
  return undefined;
}

export function leaseExpired(): Fault {
  return new Fault('LEASE_EXPIRED', {
    message:
      'The lease on this run has expired. Another validator may have claimed it; reports for it are no longer accepted.',
    remedy: 'Drop this run and claim work again. Send heartbeats before the lease expires.',
  });
}

function alreadyComplete({ status, failure_reason }: Run): Fault {
  return new Fault('RUN_ALREADY_COMPLETE', {
    message:
      status === 'CANCELLED'
        ? `The run was cancelled. ${failure_reason ?? ''}`.trim()
        : `The run has already ended with ${status}; nothing was changed.`,
    remedy: 'Drop this run and claim work again.',
    extra: { status },
  });
}
