import { describe, expect, it } from 'vitest';
import { compareRankings, movementText, type Rank } from './compare-rankings.ts';

function ranking(...ids: readonly string[]): Rank[] {
  return ids.map((id, index) => ({
    rank: index + 1,
    agent_version_id: id,
    miner_hotkey: `of ${id}`,
    score: 1 / (index + 1),
  }));
}

describe('two rankings', () => {
  it('two rankings are compared place by place', () => {
    const compared = compareRankings(ranking('a', 'b', 'c'), ranking('c', 'a', 'b'));
    expect(compared.map(({ agent_version_id, movement }) => [agent_version_id, movement])).toEqual([
      ['c', 2],
      ['a', -1],
      ['b', -1],
    ]);
    expect(compareRankings(ranking('a', 'b'), ranking('a', 'b')).map(({ movement }) => movement)).toEqual([0, 0]);
  });

  it('two rankings may have different entries', () => {
    const compared = compareRankings(ranking('a'), ranking('b', 'a'));
    expect(compared.map(({ movement }) => movement)).toEqual([null, -1]);
    expect(compareRankings([], [])).toEqual([]);
  });

  it('movements between rankings are described in words, not only arrows', () => {
    expect([2, -1, 0, null].map(movementText)).toEqual([
      '▲ 2 up',
      '▼ 1 down',
      '= same place',
      'not ranked with the judge',
    ]);
  });
});
