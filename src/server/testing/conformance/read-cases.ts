import type { SampleDay } from '../sample/sample-day.ts';
import { boardReadCases } from './board-read-cases.ts';
import type { ReadCases } from './read-case.ts';
import { signedReadCases } from './signed-read-cases.ts';
import { versionReadCases } from './version-read-cases.ts';

/** All reads, by endpoint. A missing endpoint fails the test, so that its visibility is decided deliberately. */
export function readCases(day: SampleDay): ReadCases {
  return { ...boardReadCases(day), ...versionReadCases(day), ...signedReadCases(day) };
}
