import { expect, it } from 'vitest';
import { stagesOf } from './stages.ts';

it('a version has qualifying and each of its races once, the newest race first', () => {
  const run = (race_number: number | null) => ({
    race_number,
    race_id: race_number === null ? null : `race-${race_number}`,
  });
  expect(stagesOf([run(2), run(null), run(11), run(2)]).map(({ title }) => title)).toEqual([
    'Qualifying',
    'Race 11',
    'Race 2',
  ]);
  expect(stagesOf([])).toEqual([{ id: 'qualifying', title: 'Qualifying', stage: { phase: 'QUALIFYING' } }]);
});
