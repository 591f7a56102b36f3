import { expect, it } from 'vitest';
import type { Quality } from '../../verdict.ts';
import { type GradedAttempt, rankAgents } from './rank-agents.ts';

function attempts(agent: string, successes: number, of: number, quality: Quality | null): GradedAttempt[] {
  return Array.from({ length: of }, (_, place) => ({ agent, success: place < successes, quality }));
}

it('shows the ranks that the judge changes', () => {
  const ranked = rankAgents([
    ...attempts('script', 10, 10, 0.1),
    ...attempts('thinker', 6, 10, 0.9),
    ...attempts('twin', 6, 10, 0.9),
    ...attempts('unjudged', 9, 10, null),
  ]);
  expect(
    ranked.map(({ agent, rank_without_judge, rank_with_judge }) => [agent, rank_without_judge, rank_with_judge]),
  ).toEqual([
    ['thinker', 3, 1],
    ['twin', 3, 1],
    ['script', 1, 3],
    ['unjudged', 2, 4],
  ]);
  expect(ranked.find(({ agent }) => agent === 'script')).toMatchObject({
    quality: 0.1,
    coefficient: 0.3875,
    score: 0.3875,
  });
  expect(ranked.at(-1)).toMatchObject({ quality: null, coefficient: null, score: null });
});
