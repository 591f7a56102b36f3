import { writeFileSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { replaceFile, SHARED_FILE } from '../../store/files.ts';
import { assertBankName } from './bank-name.ts';
import { changeBank } from './change-bank.ts';
import type { DrawDocument } from './draw-document.ts';
import { assertAsCommitted, readDrawSecret } from './draw-secret.ts';
import { assertBankExists } from './existing-bank.ts';
import { lostDraw, recordedDraw } from './fix-draw.ts';
import { readBank } from './read-bank.ts';
import { assertServable } from './servable.ts';

export interface RevealDrawOptions {
  readonly folder: string;
  readonly race: string;
  /** Output file for the published draw. */
  readonly out: string;
  readonly now: () => Date;
}

/**
 * Publishes a draw with its seed, so that anyone can repeat it. A second call writes the same file again. For a race
 * that still has no beacon, it publishes seed and pool, and nothing can be drawn for that race any more.
 */
export async function revealDraw({ folder, race, out, now }: RevealDrawOptions): Promise<DrawDocument> {
  assertBankName('race', race);
  assertBankExists(folder);
  assertOutside(folder, out);
  return await changeBank(folder, now, async ({ state }) => {
    const recorded = recordedDraw(state, race);
    const read = readDrawSecret(folder, recorded);
    if (!read.ok) throw lostDraw(race, read.reason);
    const { draw } = read;
    assertServable(draw.problem_ids, state);
    assertAsCommitted(draw, await readBank(folder, state));
    await replaceFile(out, async (aside) => writeFileSync(aside, `${JSON.stringify(draw, null, 2)}\n`), SHARED_FILE);
    const { commitment, problem_ids } = draw;
    const events = recorded.revealed ? [] : [{ kind: 'draw-revealed', race, commitment, problem_ids } as const];
    return { events, result: draw };
  });
}

/** A file published inside the bank could overwrite the ledger. */
function assertOutside(folder: string, out: string): void {
  const within = relative(resolve(folder), resolve(out));
  if (within.startsWith('..') || isAbsolute(within)) return;
  throw new Fault('USAGE', {
    message: `${out} is inside the bank folder ${folder}.`,
    remedy: 'Publish the draw somewhere else with --out.',
  });
}
