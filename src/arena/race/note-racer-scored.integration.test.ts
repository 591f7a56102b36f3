import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { SampleRaceDay } from '../testing/sample-race-day.ts';
import { noteRacerScored } from './note-racer-scored.ts';
import { meanScores } from './racer-details.ts';

onEveryEngine('the score of a racer', (makeDatabase) => {
  let day: SampleRaceDay;
  beforeEach(async () => {
    day = await SampleRaceDay.open(makeDatabase);
  });
  afterEach(async () => await day.remove());

  const note = async (version: string, score: number | null): Promise<void> => {
    const { race_id } = await day.race(1);
    await day.arena.database.withTransaction(
      async (transaction) => await noteRacerScored(transaction, race_id, version, score, day.arena.now()),
    );
  };
  const told = async () => (await day.events()).filter(({ what }) => what.startsWith('racer.')).map(({ what }) => what);

  it('a racer’s score is counted once, can be invalidated, and is announced without its value', async () => {
    const [one, two] = [await day.qualified(0.5), await day.qualified(0.5)];
    await day.close();
    await note(one, 0.4321);
    await note(one, 0.4321);
    await note(two, 0);
    expect((await day.race()).scored_count).toBe(2);
    await note(one, null);
    expect((await day.race()).scored_count).toBe(1);
    expect(await told()).toEqual(['racer.scored', 'racer.scored', 'racer.unscored']);
    expect(JSON.stringify(await day.events())).not.toContain('4321');
    await note('00000000-0000-4000-8000-000000000000', 1);
    expect((await day.race()).scored_count).toBe(1);
  });

  it('a racer’s score is final when the race is over', async () => {
    const [one, two] = [await day.qualified(0.5), await day.qualified(0.5)];
    await day.run({ [one]: 10, [two]: 5 });
    await note(two, 1);
    expect((await day.racers(1)).map(({ race_score }) => race_score)).toEqual([0.5, 0.25]);
  });
});

describe('results per problem', () => {
  const result = (
    problem_id: string,
    status: 'SUCCESS' | 'FAILED' | 'TIMED_OUT' | 'SKIPPED' | 'RUNNING',
    score: number | null,
  ) => ({
    problem_id,
    status,
    score,
  });

  it('a racer’s result per problem is the mean over runs, zero if the agent failed, unknown without a finished run', () => {
    const scores = meanScores([
      result('a', 'SUCCESS', 1),
      result('a', 'FAILED', null),
      result('b', 'TIMED_OUT', null),
      result('c', 'SKIPPED', null),
      result('c', 'RUNNING', null),
      result('d', 'SUCCESS', 0),
    ]);
    expect(scores).toEqual(
      new Map([
        ['a', 0.5],
        ['b', 0],
        ['d', 0],
      ]),
    );
  });
});
