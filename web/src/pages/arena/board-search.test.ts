import { describe, expect, it } from 'vitest';
import { LEADERBOARD_SORTS, leaderboardQuerySchema } from '../../../../src/board/wire/leaderboard-wire.ts';
import { boardQuery, directionOf, readBoardSearch, sortedBy } from './board-search.ts';

describe('leaderboard URL', () => {
  it('the URL of a leaderboard keeps only known parameters', () => {
    const whole = {
      board: 'race',
      q: 'careful',
      sort: 'solved',
      order: 'asc',
      agency: 'agentic',
      model: 'house/adept',
      category: 'voucher',
      contestant: '5Abc',
      hide: 'solved,judge',
    };
    expect(readBoardSearch(whole)).toEqual(whole);
    expect(
      readBoardSearch({ board: 'x', q: '', sort: 'nothing', order: 1, agency: [], model: {}, hide: null, other: 1 }),
    ).toEqual({});
    expect(readBoardSearch({ q: 5 })).toEqual({ q: '5' });
    expect(readBoardSearch({ q: 'a'.repeat(1_000) }).q).toHaveLength(200);
    expect(readBoardSearch({ sort: 'category' })).toEqual({});
  });

  it('the URL of a leaderboard becomes a valid query for every column', () => {
    for (const sort of LEADERBOARD_SORTS) {
      const search = readBoardSearch({ board: 'race', q: 'a', sort, order: 'asc', category: 'shop', contestant: '5A' });
      const query = leaderboardQuerySchema.parse(Object.fromEntries(boardQuery({ ...search, hide: 'x' })));
      expect(query).toMatchObject({ score_type: 'race', q: 'a', order: 'asc', category: 'shop', hotkey: '5A' });
      expect(query.sort ?? 'rank').toBe(sort);
    }
  });

  it('sorts by the column that was clicked, and then in the other direction', () => {
    const once = sortedBy({}, 'solved');
    expect(once).toEqual({ sort: 'solved' });
    expect(directionOf(once)).toBe('desc');
    const twice = sortedBy(once, 'solved');
    expect(twice).toEqual({ sort: 'solved', order: 'asc' });
    expect(sortedBy(twice, 'solved')).toEqual({ sort: 'solved' });
    expect(sortedBy(twice, 'agent')).toEqual({ sort: 'agent' });
    expect(sortedBy({}, 'rank')).toEqual({ order: 'desc' });
    expect(sortedBy({ q: 'x', sort: 'agent' }, 'rank')).toEqual({ q: 'x' });
  });
});
