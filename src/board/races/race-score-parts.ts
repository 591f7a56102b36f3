import { type ItemRun, runsOfItems, tallyOf } from '../../arena/queue.ts';
import { type ArenaQueries, componentMedian, newestItems, racerFactors } from '../../arena/race.ts';
import { scoreInterval } from '../leaderboard/score-interval.ts';
import type { QualifierWire } from '../wire/race-wire.ts';

export type RaceScoreParts = Pick<
  QualifierWire,
  'race_score_interval' | 'race_success_rate' | 'race_reasoning_coefficient'
>;

export const UNPUBLISHED: RaceScoreParts = {
  race_score_interval: null,
  race_success_rate: null,
  race_reasoning_coefficient: null,
};

/**
 * The components and interval of racers' scores, from the included runs. They reveal the score, so call this only when
 * the scores of the race are public.
 */
export async function raceScoreParts(
  reader: ArenaQueries,
  raceId: string,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, RaceScoreParts>> {
  const newest = await newestItems(reader, raceId);
  const items = versionIds.flatMap((version) => {
    const item = newest.get(version);
    return item === undefined ? [] : [{ version, item }];
  });
  const runs = await runsOfItems(
    reader,
    items.map(({ item }) => item),
  );
  const factors = await racerFactors(reader, raceId);
  return new Map(
    items.map(({ version, item }) => [
      version,
      partsOf(tallyOf(runs.get(item) ?? []).included, factors.get(version) ?? null),
    ]),
  );
}

function partsOf(included: readonly ItemRun[], factor: number | null): RaceScoreParts {
  const coefficient = componentMedian(included, 'reasoning_coefficient');
  return {
    race_score_interval: scoreInterval(included, coefficient, factor),
    race_success_rate: componentMedian(included, 'success_rate'),
    race_reasoning_coefficient: coefficient,
  };
}
