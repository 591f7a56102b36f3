import { appendEvent, type Event, json } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { keepEvidence } from '../audit/keep-evidence.ts';
import { requireEvidence } from '../audit/require-evidence.ts';
import { separateTwins } from '../twins/separate-twins.ts';
import type { RunCompletion } from '../wire/work-wire.ts';
import { arrivedUploads } from './arrived-uploads.ts';
import { itemData } from './item-data.ts';
import { itemSize, publicProblems } from './item-problems.ts';
import { judgeRunCompletion, type RunEnding } from './judge-run-completion.ts';
import { keptSandbox } from './kept-sandbox.ts';
import { noteModels } from './note-models.ts';
import { noteSign } from './note-validator.ts';
import { settleItem } from './settle-item.ts';
import { type HeldRun, withHeldRun } from './with-held-run.ts';

export interface CompletedRun {
  readonly runId: string;
  readonly status: RunEnding['status'];
  readonly workItem: {
    readonly includedSuccessCount: number;
    readonly requiredSuccesses: number;
    readonly isClosed: boolean;
  };
  readonly becameEligible: boolean;
  /** `null` for every race run, because race scores are hidden. */
  readonly finalScore: number | null;
}

/**
 * Completes a run exactly once: its ending, its score and the consequences for the version are one change. Any later
 * completion of the run, even an identical one, is rejected and changes nothing.
 */
export async function completeRun(
  arena: Arena,
  hotkey: string,
  runId: string,
  completion: RunCompletion,
): Promise<CompletedRun> {
  const evidence = await requireEvidence(arena, { hotkey, runId }, completion);
  return await withHeldRun(arena, { hotkey, runId }, async (held) => {
    const { transaction, item, run } = held;
    const judged = judgeRunCompletion(completion, await itemSize(transaction, item));
    const ending = await separateTwins(transaction, runId, item, judged);
    await keepEnding(held, ending, completion);
    await noteSign(transaction, hotkey, undefined, held.now);
    const told = await recordEnding(held, ending);
    if (ending.status === 'SUCCESS' && item.phase === 'QUALIFYING') {
      await noteModels(transaction, run.run_id, item);
    }
    if (ending.status === 'SUCCESS' && evidence !== null) await keepEvidence(held, evidence, arena.secret, told.hash);
    const settlement = await settleItem(transaction, item.work_item_id, held);
    const isQualifying = item.phase === 'QUALIFYING';
    return {
      runId,
      status: ending.status,
      workItem: {
        includedSuccessCount: settlement.includedSuccesses,
        requiredSuccesses: settlement.requiredSuccesses,
        isClosed: settlement.isClosed,
      },
      becameEligible: isQualifying && settlement.score !== undefined,
      finalScore: isQualifying ? (settlement.score ?? null) : null,
    };
  });
}

async function keepEnding(held: HeldRun, ending: RunEnding, completion: RunCompletion): Promise<void> {
  const { transaction, run, item, now } = held;
  const succeeded = ending.status === 'SUCCESS';
  const { results_s3_key: key, sandbox_metadata: sandbox, excuses } = completion;
  const arrived = key != null && (await arrivedUploads(transaction, run.run_id)).has(key);
  await transaction
    .updateTable('runs')
    .set({
      status: ending.status,
      completed_at: now,
      // A closed item, and a finished race, were decided without this run.
      is_included: succeeded && item.closed_at === null && (await isWanted(held)),
      score: succeeded ? ending.score : null,
      score_components: ending.components === undefined ? null : json(ending.components),
      failure_reason: succeeded ? null : ending.reason,
      failure_code: succeeded ? null : (ending.code ?? null),
      failure_owner: succeeded ? null : ending.owner,
      failure_confirmation: succeeded || ending.confirmation === undefined ? null : json(ending.confirmation),
      excuses: excuses == null ? null : json(excuses),
      sandbox_metadata: sandbox == null ? null : json(keptSandbox(sandbox, await publicProblems(transaction, item))),
      results_key: arrived ? key : null,
    })
    .where('run_id', '=', run.run_id)
    .execute();
}

async function isWanted({ transaction, item }: HeldRun): Promise<boolean> {
  if (item.phase === 'QUALIFYING') return true;
  const race = await transaction
    .selectFrom('races')
    .select('state')
    .where('race_id', '=', item.race_id)
    .executeTakeFirst();
  return race?.state === 'race_running';
}

const FAILURE_SENTENCES = {
  agent: 'The run failed because of the agent, according to the validator. Other validators may still run it.',
  validator:
    'The run failed because of the validator. It does not count against the contestant; another validator can claim it.',
  platform:
    'The run failed because of the platform. It does not count against the contestant; another validator can claim it.',
} as const;

/**
 * The ledger does not contain a validator's failure text, which may quote code, credentials or hidden problems. Nor
 * does it contain the score: the next validator of the same version could report it as its own.
 */
async function recordEnding({ transaction, run, item, now }: HeldRun, ending: RunEnding): Promise<Event> {
  const succeeded = ending.status === 'SUCCESS';
  return await appendEvent(transaction, {
    who: run.validator_hotkey,
    what: 'run.completed',
    when: now,
    why: succeeded ? 'The validator has run the version on every problem.' : FAILURE_SENTENCES[ending.owner],
    subject: `run ${run.run_id}`,
    data: {
      ...(await itemData(transaction, item)),
      eval_run_id: run.run_id,
      validator_hotkey: run.validator_hotkey,
      status: ending.status,
      fault_owner: succeeded ? null : ending.owner,
      confirmed_by: succeeded ? null : (ending.confirmation?.by ?? null),
    },
  });
}
