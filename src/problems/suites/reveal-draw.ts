import { existsSync, writeFileSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { replaceFile } from '../../store/files.ts';
import { drawPath } from './bank-folder.ts';
import { assertBankName } from './bank-name.ts';
import { changeBank } from './change-bank.ts';
import { type DrawDocument, drawCommitment } from './draw-document.ts';
import { assertBankExists } from './existing-bank.ts';
import type { RecordedDraw } from './ledger-state.ts';
import { readDraw } from './read-draw.ts';
import { assertServable } from './servable.ts';

export interface RevealDrawOptions {
  readonly folder: string;
  readonly race: string;
  /** Where the draw is published. */
  readonly out: string;
  readonly now: () => Date;
}

/** Publishes a draw with its seed, so that anyone can draw it again. Doing it twice writes the same file again. */
export async function revealDraw({ folder, race, out, now }: RevealDrawOptions): Promise<DrawDocument> {
  assertBankName('race', race);
  assertBankExists(folder);
  assertOutside(folder, out);
  return await changeBank(folder, now, async ({ state }) => {
    const recorded = state.draws.get(race);
    if (recorded === undefined) {
      throw new Fault('FILE_NOT_FOUND', {
        message: `Race ${race} was never drawn.`,
        remedy: `Draw it with \`assay problems draw ${race}\`.`,
      });
    }
    const draw = readSecret(drawPath(folder, race), recorded);
    assertServable(draw.problem_ids, state);
    await replaceFile(out, async (aside) => writeFileSync(aside, `${JSON.stringify(draw, null, 2)}\n`));
    const { commitment, problem_ids } = draw;
    const events = recorded.revealed ? [] : [{ kind: 'draw-revealed', race, commitment, problem_ids } as const];
    return { events, result: draw };
  });
}

/** A file published into the bank could take the place of its ledger. */
function assertOutside(folder: string, out: string): void {
  const within = relative(resolve(folder), resolve(out));
  if (within.startsWith('..') || isAbsolute(within)) return;
  throw new Fault('USAGE', {
    message: `${out} lies in the bank folder ${folder}.`,
    remedy: 'Publish the draw somewhere else with --out.',
  });
}

function readSecret(path: string, { race, commitment }: RecordedDraw): DrawDocument {
  const read = existsSync(path) ? readDraw(path) : ({ ok: false, reason: 'is missing' } as const);
  const fits = read.ok && drawCommitment(read.draw) === commitment && read.draw.commitment === commitment;
  if (fits) return read.draw;
  throw new Fault('BANK_CORRUPT', {
    message: `Race ${race} cannot be revealed: ${path} ${read.ok ? 'is not what was committed to' : read.reason}.`,
    remedy: 'Put the file back from a copy. No other file fits the commitment.',
  });
}
