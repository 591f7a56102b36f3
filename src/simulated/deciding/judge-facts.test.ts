import { describe, expect, it } from 'vitest';
import type { Listing } from '../reading/conversation.ts';
import { readQuery } from '../reading/read-query.ts';
import { knifePhrase, knifeRequest } from '../testing/knife-request.ts';
import { judge } from './judge-candidates.ts';
import { misread } from './misread.ts';

const CLEAVER = knifePhrase('knife_type', 'cleaver');
const NOT_CERAMIC = knifePhrase('blade_steel', 'zirconia ceramic', 'not');
const wishOf = (...phrases: string[]) => readQuery(knifeRequest(phrases)).wishes[0]!;

const CARD: Listing = { id: '1', title: 'Sharp Kitchen Knife', price: 250, services: ['COD'] };
const knife = (type: string, steel: string): Listing => ({
  ...CARD,
  attributes: [
    ['knife_type', [type]],
    ['blade_steel', [steel]],
  ],
  variants: [],
});

describe('judging a listing by facts', () => {
  it('judging by facts keeps a card of the right kind possible until it is opened', () => {
    expect(judge(wishOf(CLEAVER), CARD)).toMatchObject({ possible: true, fits: false });
    expect(judge(wishOf(CLEAVER), { ...CARD, title: 'Floor Lamp' })).toMatchObject({ possible: false });
    expect(judge(wishOf(CLEAVER, 'cost no more than 200 pesos'), CARD)).toMatchObject({ possible: false });
  });

  it('judging by facts accepts a listing with the meant values, and names them in the seller’s words', () => {
    expect(judge(wishOf(CLEAVER, NOT_CERAMIC), knife('cleaver', 'high carbon steel'))).toMatchObject({
      fits: true,
      met: [
        ['knife_type', 'cleaver'],
        ['blade_steel', 'high carbon steel'],
      ],
    });
  });

  it('judging by facts says which value differs and which was excluded', () => {
    const judgement = judge(wishOf(CLEAVER, NOT_CERAMIC), knife('bread', 'zirconia ceramic'));
    expect(judgement.fits).toBe(false);
    expect(judgement.against).toEqual([
      'has knife_type bread instead of cleaver',
      'has blade_steel zirconia ceramic, which was ruled out',
    ]);
  });

  it('judging by facts accepts a value that only the description states', () => {
    const silent: Listing = { ...CARD, attributes: [], variants: [], description: 'A heavy cleaver for bones.' };
    expect(judge(wishOf(CLEAVER), silent).fits).toBe(true);
    expect(judge(wishOf(CLEAVER), { ...silent, description: 'A knife.' }).fits).toBe(false);
  });
});

describe('misreading a fact', () => {
  const request = readQuery(knifeRequest([CLEAVER, NOT_CERAMIC]));
  const misreadWith = (clause: number) =>
    misread(request, { mistakes: [{ kind: 'misreads value', wish: 0, clause }], maxTurns: 9, compares: true });

  it('misreading a fact takes another value for the one that was meant', () => {
    const [clause] = misreadWith(0).wishes[0]!.clauses;
    expect(clause!.text).toBe(CLEAVER);
    expect(clause!.fact).toMatchObject({
      kind: 'values',
      key: 'knife_type',
      values: [expect.not.stringMatching('cleaver')],
    });
  });

  it('misreading a fact takes an excluded value for a wanted one', () => {
    expect(misreadWith(1).wishes[0]!.clauses[1]!.fact).toEqual({
      kind: 'values',
      key: 'blade_steel',
      values: ['zirconia ceramic'],
    });
  });
});
