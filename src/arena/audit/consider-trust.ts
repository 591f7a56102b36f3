import type { Transaction } from 'kysely';
import { appendEvent, type Reader } from '../../store/database.ts';
import { counted } from '../../text/counted.ts';
import type { Arena } from '../arena.ts';
import { invalidateRun } from '../operator/invalidate-run.ts';
import { takeRunsFrom } from '../queue/take-runs.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { AuditPolicy } from './audit-policy.ts';
import { type AuditCounts, type Trust, trustOf } from './trust.ts';

const DAY = 86_400_000;

export interface ValidatorTrust extends Trust, AuditCounts {}

/** Trust in validators with the audit counts behind it; validators that were never audited are left out. */
export async function trustOfValidators(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  policy: AuditPolicy,
  now: number,
  hotkeys?: readonly string[],
): Promise<ReadonlyMap<string, ValidatorTrust>> {
  const audits = await reader
    .selectFrom('audits')
    .innerJoin('runs', 'runs.run_id', 'audits.run_id')
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'runs.agent_version_id')
    .leftJoin('exclusions', 'exclusions.hotkey', 'audits.validator_hotkey')
    .select(['audits.validator_hotkey', 'audits.kind', 'audits.problems', 'audits.differ', 'version.hotkey'])
    .where('audits.finished_at', 'is not', null)
    .where('audits.chosen_at', '>', Math.round(now - policy.windowDays * DAY))
    // Audits from before an operator lifted an exclusion no longer count.
    .where((where) =>
      where.or([
        where('exclusions.lifted_at', 'is', null),
        where('audits.chosen_at', '>', where.ref('exclusions.lifted_at')),
      ]),
    )
    .$if(hotkeys !== undefined, (query) => query.where('audits.validator_hotkey', 'in', hotkeys!))
    .execute();
  const byValidator = Map.groupBy(audits, ({ validator_hotkey }) => validator_hotkey);
  return new Map(
    Array.from(byValidator, ([hotkey, rows]) => {
      const reruns = rows.filter(({ kind }) => kind === 'rerun');
      const byContestant = Map.groupBy(reruns, (row) => row.hotkey)
        .values()
        .map(sumOf);
      const counts: AuditCounts = {
        regraded: sumOf(rows.filter(({ kind }) => kind === 'regrade')),
        rerun: sumOf(reruns),
        contestants: byContestant.filter(({ problems, differ }) => differ > problems * policy.rerunTolerance).toArray()
          .length,
        forged: rows.filter(({ kind }) => kind === 'evidence').length,
      };
      return [hotkey, { ...counts, ...trustOf(counts, policy) }];
    }),
  );
}

function sumOf(rows: readonly { readonly problems: number; readonly differ: number }[]) {
  return {
    problems: rows.reduce((sum, { problems }) => sum + problems, 0),
    differ: rows.reduce((sum, { differ }) => sum + differ, 0),
  };
}

export async function isExcluded(reader: Pick<Reader<ArenaTables>, 'selectFrom'>, hotkey: string): Promise<boolean> {
  const found = await reader
    .selectFrom('exclusions')
    .select('hotkey')
    .where('hotkey', '=', hotkey)
    .where('lifted_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Hotkeys of excluded validators. */
export async function excludedValidators(reader: Pick<Reader<ArenaTables>, 'selectFrom'>): Promise<readonly string[]> {
  const rows = await reader.selectFrom('exclusions').select('hotkey').where('lifted_at', 'is', null).execute();
  return rows.map(({ hotkey }) => hotkey);
}

/**
 * Excludes a validator if its audits exceed the limit. It gets no more work, the runs it holds go to other validators,
 * and its runs that scores still depend on are invalidated, each as an operator would do it.
 */
export async function considerTrust(arena: Arena, hotkey: string): Promise<Trust> {
  const { database, policy } = arena;
  const trust = (await trustOfValidators(database.reader, policy.audit, arena.now(), [hotkey])).get(hotkey);
  if (trust === undefined || !trust.isExcluded) return trust ?? { trust: 1, isExcluded: false };
  const reason = reasonFor(trust);
  const isNew = await database.withTransaction(async (transaction) => {
    if (await isExcluded(transaction, hotkey)) return false;
    const settleContext = { policy, now: arena.now() };
    const row = { reason, excluded_at: settleContext.now, lifted_at: null };
    await transaction
      .insertInto('exclusions')
      .values({ hotkey, ...row })
      .onConflict((conflict) => conflict.column('hotkey').doUpdateSet(row))
      .execute();
    await appendEvent(transaction, {
      who: 'arena',
      what: 'validator.excluded',
      when: settleContext.now,
      why: reason,
      subject: `hotkey ${hotkey}`,
      data: { hotkey, ...wireCounts(trust) },
    });
    const why =
      'Its validator was excluded. The run does not count against the contestant; another validator can claim it.';
    await takeRunsFrom(transaction, hotkey, { who: 'arena', why, settleContext });
    return true;
  });
  if (isNew) await strikeOut(arena, hotkey, reason);
  return trust;
}

/** Lifts an exclusion; earlier audits no longer count. Returns whether there was one. */
export async function liftExclusion(
  transaction: Transaction<ArenaTables>,
  hotkey: string,
  now: number,
): Promise<boolean> {
  const lifted = await transaction
    .updateTable('exclusions')
    .set({ lifted_at: now })
    .where('hotkey', '=', hotkey)
    .where('lifted_at', 'is', null)
    .returning('hotkey')
    .executeTakeFirst();
  return lifted !== undefined;
}

function wireCounts({ regraded, rerun, forged, trust }: ValidatorTrust) {
  return {
    trust,
    problems_regraded: regraded.problems,
    regrades_differ: regraded.differ,
    problems_rerun: rerun.problems,
    reruns_differ: rerun.differ,
    runs_with_forged_evidence: forged,
  };
}

function reasonFor({ regraded, rerun, forged }: ValidatorTrust): string {
  const found = [
    forged > 0 && `forged evidence in ${counted(forged, 'run')}`,
    regraded.differ > 0 &&
      `${regraded.differ} of ${regraded.problems} problems with another outcome, or other search results, than its evidence must have`,
    rerun.differ > 0 &&
      `${rerun.differ} of ${rerun.problems} problems with an outcome that other validators did not find`,
  ].filter((part) => part !== false);
  return `Audits disagree with this validator beyond the limit: ${found.join('; ')}.`;
}

async function strikeOut(arena: Arena, hotkey: string, reason: string): Promise<void> {
  const runs = await arena.database.reader
    .selectFrom('runs')
    .select('run_id')
    .where('validator_hotkey', '=', hotkey)
    .where('is_included', '=', true)
    .where('invalidated_at', 'is', null)
    .orderBy('completed_at')
    .execute();
  for (const { run_id } of runs) await invalidateRun(arena, run_id, { who: 'arena', reason });
}
