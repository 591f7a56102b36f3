import { Fault } from '../../fault/fault.ts';
import { assertBankName } from './bank-name.ts';
import type { Beacon } from './beacon.ts';
import { changeBank } from './change-bank.ts';
import { drawBalanced } from './draw-balanced.ts';
import { combinedSeed, type DrawDocument, isVersion2 } from './draw-document.ts';
import { assertAsCommitted, readDrawSecret, writeDrawSecret } from './draw-secret.ts';
import { assertBankExists } from './existing-bank.ts';
import type { LedgerEvent } from './ledger-event.ts';
import type { LedgerState, RecordedDraw } from './ledger-state.ts';
import { readBank } from './read-bank.ts';
import { assertServable } from './servable.ts';

export interface FixDrawOptions {
  readonly folder: string;
  readonly race: string;
  /** Must not have been known when the draw was committed; see `beacon.ts`. */
  readonly beacon: Beacon;
  readonly now: () => Date;
}

/**
 * The second half of a draw: seed and beacon determine the drawn problems. The first beacon is final; a second call
 * changes nothing.
 */
export async function fixDraw({ folder, race, beacon, now }: FixDrawOptions): Promise<DrawDocument> {
  assertBankName('race', race);
  assertBankExists(folder);
  return await changeBank(folder, now, async ({ state }) => {
    const recorded = recordedDraw(state, race);
    const read = readDrawSecret(folder, recorded);
    if (!read.ok) throw lostDraw(race, read.reason);
    const { draw } = read;
    if (!isVersion2(draw)) return { events: [], result: draw };
    if (draw.beacon !== null) {
      // The beacon was written before a crash and is not in the ledger yet.
      const events = recorded.beacon === undefined ? [fixedEvent(draw, draw.beacon)] : [];
      return { events, result: draw };
    }
    if (recorded.revealed !== undefined) {
      throw new Fault('BANK_CONFLICT', {
        message: `Race ${race} was revealed before anything was drawn.`,
        remedy: 'Its seed is public now. Give the race another name.',
      });
    }
    const problemIds = drawBalanced(draw.pool, draw.size, combinedSeed(draw.seed, beacon));
    assertServable(problemIds, state);
    const fixed = { ...draw, beacon, problem_ids: problemIds };
    assertAsCommitted(fixed, await readBank(folder, state));
    await writeDrawSecret(folder, fixed);
    return { events: [fixedEvent(draw, beacon)], result: fixed };
  });
}

function fixedEvent({ race, commitment }: DrawDocument, { value }: Beacon): LedgerEvent {
  return { kind: 'draw-fixed', race, commitment, beacon: value };
}

export function recordedDraw({ draws }: Pick<LedgerState, 'draws'>, race: string): RecordedDraw {
  const recorded = draws.get(race);
  if (recorded !== undefined) return recorded;
  throw new Fault('FILE_NOT_FOUND', {
    message: `Race ${race} was never drawn.`,
    remedy: `Draw it with \`assay problems draw ${race}\`.`,
  });
}

export function lostDraw(race: string, reason: string): Fault {
  return new Fault('BANK_CORRUPT', {
    message: `Race ${race} cannot be drawn or revealed: ${reason}.`,
    remedy: 'Restore the file from a backup. No other file matches the commitment.',
  });
}
