import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { Fault } from '../../fault/fault.ts';
import { replaceFile, storageFault } from '../../store/files.ts';
import { bankPaths, drawPath, SECRET_MODE } from './bank-folder.ts';
import { assertBankName } from './bank-name.ts';
import { changeBank } from './change-bank.ts';
import { drawBalanced } from './draw-balanced.ts';
import { drawCommitment } from './draw-document.ts';
import { drawPool } from './draw-pool.ts';
import { assertBankExists } from './existing-bank.ts';
import { type ExposurePolicy, foldExposure } from './exposure.ts';
import { type PendingDraws, readPendingDraws } from './pending-draws.ts';
import { readBank } from './read-bank.ts';
import { assertServable } from './servable.ts';

export interface CommitDrawOptions {
  readonly folder: string;
  readonly race: string;
  readonly size: number;
  readonly now: () => Date;
  /** 64 hex digits; fresh ones unless a test says otherwise. */
  readonly seed?: string;
  readonly policy?: ExposurePolicy;
}

export interface CommittedDraw {
  readonly race: string;
  readonly commitment: string;
  readonly size: number;
  readonly poolSize: number;
  /** Earlier races whose secret is gone, so that their problems could not be counted as drawn. */
  readonly lost: PendingDraws['lost'];
}

/** Draws a race and binds us to it: the hash goes in the ledger now, the list stays secret until it is revealed. */
export async function commitDraw(options: CommitDrawOptions): Promise<CommittedDraw> {
  const { folder, race, size, now, seed = randomBytes(32).toString('hex'), policy } = options;
  assertBankName('race', race);
  assertBankExists(folder);
  return await changeBank(folder, now, async ({ records, state }) => {
    if (state.draws.has(race)) {
      throw new Fault('BANK_CONFLICT', {
        message: `Race ${race} is drawn and committed to already.`,
        remedy: 'A draw is never repeated. Give the race another name.',
      });
    }
    const pending = readPendingDraws(folder, state);
    const exposure = foldExposure(records, { pending: pending.problems, ...(policy && { policy }) });
    const pool = drawPool((await readBank(folder, state)).problems.values(), exposure);
    const problemIds = drawBalanced(pool, size, seed);
    assertServable(problemIds, state);
    const secret = { race, seed, pool, problem_ids: problemIds };
    const commitment = drawCommitment(secret);
    await writeSecret(folder, race, { ...secret, commitment });
    return {
      events: [{ kind: 'draw-committed', race, commitment, size }],
      result: { race, commitment, size, poolSize: pool.length, lost: pending.lost },
    };
  });
}

async function writeSecret(folder: string, race: string, secret: unknown): Promise<void> {
  const { draws } = bankPaths(folder);
  try {
    mkdirSync(draws, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw storageFault(error, `making ${draws}`);
  }
  const text = `${JSON.stringify(secret, null, 2)}\n`;
  await replaceFile(drawPath(folder, race), async (aside) => writeFileSync(aside, text, { mode: SECRET_MODE }));
}
