import { randomBytes } from 'node:crypto';
import { Fault } from '../../fault/fault.ts';
import { assertBankName } from './bank-name.ts';
import { changeBank } from './change-bank.ts';
import { assertDrawable } from './draw-balanced.ts';
import { drawCommitment } from './draw-document.ts';
import { drawPool } from './draw-pool.ts';
import { writeDrawSecret } from './draw-secret.ts';
import { assertBankExists } from './existing-bank.ts';
import { type ExposurePolicy, exposurePolicyIn, foldExposure } from './exposure.ts';
import { type PendingDraws, readPendingDraws } from './pending-draws.ts';
import { readBank } from './read-bank.ts';
import { restingProblems } from './resting-problems.ts';
import { assertServable } from './servable.ts';

export interface CommitDrawOptions {
  readonly folder: string;
  readonly race: string;
  readonly size: number;
  readonly now: () => Date;
  /** 64 hex digits; random by default. Tests set it. */
  readonly seed?: string;
  readonly policy?: ExposurePolicy;
}

export interface CommittedDraw {
  readonly race: string;
  readonly commitment: string;
  readonly size: number;
  readonly poolSize: number;
  /** Earlier races whose secret file is missing or changed, so that their problems could not be counted as drawn. */
  readonly lost: PendingDraws['lost'];
}

/**
 * The first half of a draw: commits to a secret seed and to every problem of the pool, by content. The hash is written
 * to the ledger now. The seed and a beacon that does not exist yet determine the drawn problems; `fixDraw` is the
 * second half.
 */
export async function commitDraw(options: CommitDrawOptions): Promise<CommittedDraw> {
  const { folder, race, size, now, seed = randomBytes(32).toString('hex') } = options;
  assertBankName('race', race);
  assertBankExists(folder);
  return await changeBank(folder, now, async ({ records, state }) => {
    if (state.draws.has(race)) {
      throw new Fault('BANK_CONFLICT', {
        message: `Race ${race} has already been drawn and committed.`,
        remedy: 'A draw is never repeated. Give the race another name.',
      });
    }
    const pending = readPendingDraws(folder, state);
    const policy = options.policy ?? exposurePolicyIn(records);
    const exposure = foldExposure(records, { pending: pending.problems, policy });
    const resting = restingProblems(records, exposure, policy.restRaces);
    const pool = drawPool((await readBank(folder, state)).problems.values(), exposure, resting);
    assertDrawable(pool, size, seed);
    assertServable(
      pool.map(({ problem_id }) => problem_id),
      state,
    );
    const secret = { version: 2, race, seed, size, pool, beacon: null, problem_ids: [] } as const;
    const commitment = drawCommitment(secret);
    await writeDrawSecret(folder, { ...secret, commitment });
    return {
      events: [{ kind: 'draw-committed', race, commitment, size }],
      result: { race, commitment, size, poolSize: pool.length, lost: pending.lost },
    };
  });
}
