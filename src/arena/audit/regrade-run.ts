import { appendEvent, json } from '../../store/database.ts';
import { counted } from '../../text/counted.ts';
import type { Arena } from '../arena.ts';
import { itemData } from '../queue/item-data.ts';
import type { AuditKind } from '../tables/arena-tables.ts';
import { considerTrust } from './consider-trust.ts';
import type { AuditMarket } from './repeat-searches.ts';
import { readRunEvidence } from './run-evidence.ts';

/** Result of comparing one run. */
export interface AuditOutcome {
  readonly problems: number;
  readonly differing: readonly string[];
  /** Of these, the problems with a recorded search that the market answers differently. */
  readonly searchedDifferently?: readonly string[];
}

/**
 * Grades a run again from its evidence: the rules on every problem that the evidence decides, and the gate judge if it
 * was the judge. With a market, recorded searches are repeated in it. A problem differs if its outcome differs, if the
 * validator graded the reasoning higher than the judge does now, or if the market answers a search differently.
 */
export async function regradeRun(arena: Arena, runId: string, market?: AuditMarket): Promise<AuditOutcome> {
  const found = await readRunEvidence(arena, runId, { gradeAgain: true, market });
  let problems = 0;
  const differing: string[] = [];
  const searchedDifferently: string[] = [];
  for (const each of found) {
    // Evidence that was valid when the run was accepted and is not any more was lost by the arena, not by the
    // validator.
    if (each.kind !== 'sound' || each.evidence.again === null) continue;
    const { success, quality, again, searches } = each.evidence;
    const isRepeated = searches !== null && searches.repeated > 0;
    if (again.success === null && again.quality === null && !isRepeated) continue;
    problems++;
    const isOther = again.success !== null && again.success !== success;
    const isHigher = again.quality !== null && quality !== null && quality > again.quality;
    const isInvented = searches !== null && searches.differing > 0;
    if (isInvented) searchedDifferently.push(each.problemId);
    if (isOther || isHigher || isInvented) differing.push(each.problemId);
  }
  return { problems, differing, searchedDifferently };
}

export interface FinishedAudit extends AuditOutcome {
  readonly runId: string;
  readonly kind: AuditKind;
  readonly validator: string;
}

/** Stores the result of an audit, publishes only its counts, and applies the consequences to the validator. */
export async function finishAudit(
  arena: Arena,
  { runId, kind, validator, problems, differing, searchedDifferently = [] }: FinishedAudit,
): Promise<void> {
  const isNew = await arena.database.withTransaction(async (transaction) => {
    const now = arena.now();
    const row = {
      finished_at: now,
      problems,
      differ: differing.length,
      detail: json({
        problem_ids: [...differing],
        ...(searchedDifferently.length > 0 && { searched_differently: [...searchedDifferently] }),
      }),
    };
    const known = await transaction
      .selectFrom('audits')
      .select('finished_at')
      .where('run_id', '=', runId)
      .where('kind', '=', kind)
      .executeTakeFirst();
    if (known !== undefined && known.finished_at !== null) return false;
    await transaction
      .insertInto('audits')
      .values({ run_id: runId, kind, validator_hotkey: validator, chosen_at: now, ...row })
      .onConflict((conflict) => conflict.columns(['run_id', 'kind']).doUpdateSet(row))
      .execute();
    const item = await transaction
      .selectFrom('work_items')
      .innerJoin('runs', 'runs.work_item_id', 'work_items.work_item_id')
      .selectAll('work_items')
      .where('runs.run_id', '=', runId)
      .executeTakeFirstOrThrow();
    await appendEvent(transaction, {
      who: 'arena',
      what: 'run.audited',
      when: now,
      why: item.phase === 'RACE' ? raceReason(differing.length) : reason(kind, problems, differing.length),
      subject: `run ${runId}`,
      data: {
        ...(await itemData(transaction, item)),
        eval_run_id: runId,
        validator_hotkey: validator,
        kind,
        // In a race the agent can influence how many outcomes are decidable, so publishing the counts could leak hidden
        // problems.
        ...(item.phase === 'QUALIFYING' && { problems, differ: differing.length }),
      },
    });
    return true;
  });
  if (isNew && differing.length > 0) await considerTrust(arena, validator);
}

const SAME: Readonly<Record<AuditKind, string>> = {
  regrade: 'Graded again from its evidence, the run has the same result.',
  rerun: 'Other validators found the same.',
  evidence: 'The evidence is valid.',
};

function reason(kind: AuditKind, problems: number, differing: number): string {
  if (problems === 0) return 'No problem could be compared.';
  return differing === 0 ? SAME[kind] : `${counted(differing, 'problem')} of ${problems} had a different result.`;
}

/** Does not reveal how many problems were compared. */
function raceReason(differing: number): string {
  return differing === 0 ? 'No problem had a different result.' : 'Some problems had a different result.';
}
