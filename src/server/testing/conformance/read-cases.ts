import type { SampleDay } from '../sample/sample-day.ts';
import { boardReadCases } from './board-read-cases.ts';
import type { ReadCases } from './read-case.ts';
import { signedReadCases } from './signed-read-cases.ts';
import { versionReadCases } from './version-read-cases.ts';

/** Everything that can be read, by door. A door that is not here fails the test: somebody has to think about it. */
export function readCases(day: SampleDay): ReadCases {
  return { ...boardReadCases(day), ...versionReadCases(day), ...signedReadCases(day) };
}
