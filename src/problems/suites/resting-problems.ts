import type { Exposure } from './exposure.ts';
import type { LedgerRecord } from './ledger-event.ts';

/**
 * Problems drawn in one of the last `restRaces` races, with the number of further races for which they are paused.
 * During the pause, whatever an agent learned in a race is of no use. Races that drew nothing do not count.
 */
export function restingProblems(
  records: readonly LedgerRecord[],
  exposure: ReadonlyMap<string, Exposure>,
  restRaces: number,
): ReadonlyMap<string, number> {
  if (restRaces === 0) return new Map();
  const drawn = [...exposure.values()].flatMap(({ problemId, draws }) =>
    draws.map(({ race }) => ({ problemId, race })),
  );
  const byRace = Map.groupBy(drawn, ({ race }) => race);
  // Uses the order of the ledger, because clocks can jump.
  const races = records
    .flatMap((record) => (record.kind === 'draw-committed' && byRace.has(record.race) ? [record.race] : []))
    .slice(-restRaces);
  const resting = new Map<string, number>();
  for (const [place, race] of races.toReversed().entries()) {
    for (const { problemId } of byRace.get(race)!) {
      resting.set(problemId, Math.max(resting.get(problemId) ?? 0, restRaces - place));
    }
  }
  return resting;
}
