import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { Fault } from '../../fault/fault.ts';
import { replaceFile, storageFault } from '../../store/files.ts';
import { bankPaths, drawPath, SECRET_MODE } from './bank-folder.ts';
import { changedProblems, checkDraw } from './check-draw.ts';
import { type DrawDocument, isVersion2, type ParsedDraw } from './draw-document.ts';
import type { RecordedDraw } from './ledger-state.ts';
import type { ProblemBank } from './read-bank.ts';
import { readDraw } from './read-draw.ts';

/** Reads the secret file of a draw and checks it against the commitment in the ledger. */
export function readDrawSecret(
  folder: string,
  { race, commitment, beacon }: Pick<RecordedDraw, 'race' | 'commitment' | 'beacon'>,
): ParsedDraw {
  const path = drawPath(folder, race);
  const read = existsSync(path) ? readDraw(path) : ({ ok: false, reason: 'is missing' } as const);
  if (!read.ok) return { ok: false, reason: `${path} ${read.reason}` };
  // A beacon that the ledger does not have yet was written just before a crash.
  const isBeacon = beacon === undefined || (isVersion2(read.draw) && read.draw.beacon?.value === beacon);
  const fits = isBeacon && checkDraw(read.draw, commitment).length === 0;
  return fits ? read : { ok: false, reason: `${path} does not match the commitment` };
}

export async function writeDrawSecret(folder: string, secret: DrawDocument): Promise<void> {
  const { draws } = bankPaths(folder);
  try {
    mkdirSync(draws, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw storageFault(error, `making ${draws}`);
  }
  const text = `${JSON.stringify(secret, null, 2)}\n`;
  await replaceFile(drawPath(folder, secret.race), async (aside) => writeFileSync(aside, text, { mode: SECRET_MODE }));
}

/** A commitment covers the query and answer key of every problem, so a bank that was changed since is rejected. */
export function assertAsCommitted(draw: DrawDocument, bank: ProblemBank): void {
  const drawn = new Set(draw.problem_ids);
  const digests = new Map(Array.from(bank.problems.values(), ({ problem, digest }) => [problem.id, digest]));
  const changed = changedProblems(draw, digests).filter((id) => drawn.has(id));
  const missing = draw.problem_ids.filter((id) => !digests.has(id));
  const [wrong] = [...changed, ...missing];
  if (wrong === undefined) return;
  throw new Fault('BANK_CORRUPT', {
    message: `Problem ${wrong} of race ${draw.race} ${missing.includes(wrong) ? 'is not in the bank' : 'was changed after the commitment'}.`,
    remedy: 'Restore the bank from a copy, or cancel the race.',
  });
}
