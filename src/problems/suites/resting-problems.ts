import type { Exposure } from './exposure.ts';
import type { LedgerRecord } from './ledger-event.ts';

/**
 * Problems that were drawn in one of the last `restRaces` races, and in how many further races they are not drawn. What an
 * agent carried out of a race is of no use while its problems rest. Races that drew nothing do not count.
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
  // In the order of the ledger: clocks can jump.
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
