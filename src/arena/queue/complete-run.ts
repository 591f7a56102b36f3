import { appendEvent, json } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import type { RunCompletion } from '../wire/work-wire.ts';
import { arrivedUploads } from './arrived-uploads.ts';
import { cutTextFront } from './cut-text.ts';
import { itemData } from './item-data.ts';
import { judgeCompletion, type RunEnding } from './judge-completion.ts';
import { noteSign } from './note-validator.ts';
import { settleItem } from './settle-item.ts';
import { type HeldRun, withHeldRun } from './with-held-run.ts';

const MOST_ERROR_OUTPUT = 500;

export interface CompletedRun {
  readonly runId: string;
  readonly status: RunEnding['status'];
  readonly workItem: {
    readonly includedSuccessCount: number;
    readonly requiredSuccesses: number;
    readonly isClosed: boolean;
  };
  readonly becameEligible: boolean;
  /** `null` for a race, whatever came of it: its scores are hidden. */
  readonly finalScore: number | null;
}

/**
 * Ends a run, once: the ending, its score and what follows for the version are one change. Whatever is sent for the run
 * afterwards, the same or something else, is refused and changes nothing.
 */
export async function completeRun(
  arena: Arena,
  hotkey: string,
  runId: string,
  completion: RunCompletion,
): Promise<CompletedRun> {
  return await withHeldRun(arena, { hotkey, runId }, async (held) => {
    const { transaction, item } = held;
    const { size } = await transaction
      .selectFrom('problem_sets')
      .select('size')
      .where('set_id', '=', item.set_id)
      .executeTakeFirstOrThrow();
    const ending = judgeCompletion(completion, size);
    await keepEnding(held, ending, completion);
    await noteSign(transaction, hotkey, undefined, held.now);
    await tellEnding(held, ending);
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
  const { results_s3_key: key, sandbox_metadata: sandbox } = completion;
  const arrived = key != null && (await arrivedUploads(transaction, run.run_id)).has(key);
  await transaction
    .updateTable('runs')
    .set({
      status: ending.status,
      completed_at: now,
      // An item that is closed, and a race that is over, were decided without this run.
      is_included: succeeded && item.closed_at === null && (await isWanted(held)),
      score: succeeded ? ending.score : null,
      score_components: ending.components === undefined ? null : json(ending.components),
      failure_reason: succeeded ? null : ending.reason,
      failure_owner: succeeded ? null : ending.owner,
      sandbox_metadata: sandbox == null ? null : json(sandboxOf(sandbox)),
      results_key: arrived ? key : null,
    })
    .where('run_id', '=', run.run_id)
    .execute();
}

function sandboxOf(sandbox: NonNullable<RunCompletion['sandbox_metadata']>) {
  const { exit_code = null, duration_seconds = null, stderr_tail } = sandbox;
  return {
    exit_code,
    duration_seconds,
    stderr_tail: stderr_tail == null ? null : cutTextFront(stderr_tail, MOST_ERROR_OUTPUT),
  };
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

const BLAMES = {
  agent: 'The run did not succeed, and the validator found the agent to blame. Others may try as well.',
  validator:
    "The run did not succeed for a fault of the validator's. It costs the contestant nothing, and others may take it.",
  platform: 'The run did not succeed for a fault of ours. It costs the contestant nothing, and others may take it.',
} as const;

/**
 * What a validator wrote about a failure stays out of the ledger: it may quote code, credentials or hidden problems. So
 * does its score: whoever runs the same version next could send it as their own.
 */
async function tellEnding({ transaction, run, item, now }: HeldRun, ending: RunEnding): Promise<void> {
  const succeeded = ending.status === 'SUCCESS';
  await appendEvent(transaction, {
    who: run.validator_hotkey,
    what: 'run.completed',
    when: now,
    why: succeeded ? 'The validator has run the version on every problem.' : BLAMES[ending.owner],
    subject: `run ${run.run_id}`,
    data: {
      ...(await itemData(transaction, item)),
      eval_run_id: run.run_id,
      validator_hotkey: run.validator_hotkey,
      status: ending.status,
      fault_owner: succeeded ? null : ending.owner,
    },
  });
}
