import type { SampleDay } from '../sample/sample-day.ts';
import type { Looks } from './look.ts';
import { looksAtTheBoard } from './looks-at-the-board.ts';
import { looksAtVersions } from './looks-at-versions.ts';
import { looksOfTheKnown } from './looks-of-the-known.ts';

/** Everything that can be read, by door. A door that is not here fails the test: somebody has to think about it. */
export function whoSeesWhat(day: SampleDay): Looks {
  return { ...looksAtTheBoard(day), ...looksAtVersions(day), ...looksOfTheKnown(day) };
}
