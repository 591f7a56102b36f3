import { describe, expect, it } from 'vitest';
import { Fault } from '../../fault/fault.ts';
import { lexicalMeasure } from '../../problems/satisfy.ts';
import { titlesForClaim } from './titles-for-claim.ts';

const MODEL = { measure: 'some/model', threshold: 0.7 };

describe('titlesForClaim', () => {
  it('uses the title measure of the arena, with its threshold', () => {
    expect(titlesForClaim({ titles: { measure: 'lexical', threshold: 0.4 } }, {})).toMatchObject({ threshold: 0.4 });
    const measure = { ...lexicalMeasure, id: 'some/model' };
    expect(titlesForClaim({ titles: MODEL }, { openTitles: () => measure })).toBe(measure);
  });

  it('compares words for an arena that names no title measure', () => {
    expect(titlesForClaim({}, {})).toBe(lexicalMeasure);
  });

  it('a missing title measure is the validator’s fault, and no other is used', () => {
    const openTitles = () => {
      throw new Fault('FILE_NOT_FOUND', { message: 'The model is not in data/models.', remedy: 'Fetch it.' });
    };
    for (const examination of [{}, { openTitles }]) {
      expect(() => titlesForClaim({ titles: MODEL }, examination)).toThrow(
        expect.objectContaining({ code: 'TITLES_UNAVAILABLE', owner: 'validator' }),
      );
    }
  });
});
