import type { RunWire } from '../../../../src/board/wire.ts';
import type { Stage } from '../../api/versions-queries.ts';

export interface StageChoice {
  readonly id: string;
  readonly title: string;
  readonly stage: Stage;
}

/** Stages in which a version ran: qualifying, then its races, newest first. */
export function stagesOf(runs: readonly Pick<RunWire, 'race_id' | 'race_number'>[]): StageChoice[] {
  const races = new Map<string, number>();
  for (const { race_id, race_number } of runs) {
    if (race_id !== null && race_number !== null) races.set(race_id, race_number);
  }
  const newestFirst = [...races].toSorted(([, one], [, other]) => other - one);
  return [
    { id: 'qualifying', title: 'Qualifying', stage: { phase: 'QUALIFYING' } },
    ...newestFirst.map(([raceId, number]) => ({ id: raceId, title: `Race ${number}`, stage: { raceId } })),
  ];
}
