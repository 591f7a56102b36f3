import { describe, expect, it } from 'vitest';
import { readClue } from './read-clue.ts';
import { readQuery } from './read-query.ts';

describe('clues', () => {
  it('a clue is read apart from the request, so that its products are not wanted', () => {
    const query =
      'A company from Balaradang began with one product in 2000: water bottle. I need a canteen to take along. It must come from that company.';
    expect(readClue(query)).toEqual({
      clue: { about: 'maker', text: 'A company from Balaradang began with one product in 2000: water bottle.' },
      request: 'I need a canteen to take along. It must come from that company.',
    });
    expect(readQuery(query).wishes).toHaveLength(1);
  });

  it('a clue can be about a series', () => {
    const query = 'Imelda Espantal designed a series named after an old song. I want a belt of that series.';
    expect(readClue(query)?.clue.about).toBe('series');
  });

  it.each(['I need a lamp by the brand Nalartec.', 'I want a lamp of that company.'])(
    'there is no clue in %j',
    (query) => expect(readClue(query)).toBeUndefined(),
  );
});
