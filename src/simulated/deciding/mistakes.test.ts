import { describe, expect, it } from 'vitest';
import { readQuery } from '../reading/read-query.ts';
import { misread } from './misread.ts';
import { drawErrorProfile, type Mistake } from './mistakes.ts';

const QUERY =
  'Which shop carries a red lamp with steel as material, between 100 and 200 pesos, with free shipping; and a kettle?';
const REQUEST = readQuery(QUERY);

const misreadWith = (...mistakes: Mistake[]) => misread(REQUEST, { mistakes, maxTurns: 9, compares: true });

describe('mistakes', () => {
  it('mistakes repeat for the same model, query and seed, and differ for another seed', () => {
    expect(drawErrorProfile('adept', REQUEST, QUERY, '1')).toEqual(drawErrorProfile('adept', REQUEST, QUERY, '1'));
    const drawn = new Set(
      Array.from({ length: 30 }, (_, seed) => JSON.stringify(drawErrorProfile('adept', REQUEST, QUERY, `${seed}`))),
    );
    expect(drawn.size).toBeGreaterThan(5);
  });

  it('better models make fewer mistakes', () => {
    const share = (skill: 'novice' | 'adept' | 'expert') =>
      Array.from(
        { length: 300 },
        (_, place) => drawErrorProfile(skill, REQUEST, `${QUERY} ${place}`, '').mistakes.length > 0,
      ).filter(Boolean).length / 300;
    expect(share('novice')).toBeGreaterThan(share('adept') + 0.1);
    expect(share('adept')).toBeGreaterThan(share('expert') + 0.2);
    expect(share('expert')).toBeGreaterThan(0.1);
  });

  it('some requests are hard for a model and others easy, for every seed', () => {
    const shares = Array.from({ length: 60 }, (_, place) => {
      const query = `${QUERY} ${place}`;
      const runs = Array.from(
        { length: 20 },
        (_, seed) => drawErrorProfile('adept', REQUEST, query, `${seed}`).mistakes.length > 0,
      );
      return runs.filter(Boolean).length / 20;
    });
    expect(Math.max(...shares)).toBeGreaterThan(0.85);
    expect(Math.min(...shares)).toBeLessThan(0.6);
  });

  it('mistakes occur only where they are possible', () => {
    const plain = readQuery('Find a lamp.');
    for (let seed = 0; seed < 200; seed++) {
      for (const { kind } of drawErrorProfile('novice', plain, 'Find a lamp.', `${seed}`).mistakes) {
        expect([
          'overlooks',
          'forgets service',
          'misreads price',
          'mixes shops',
          'ignores budget',
          'wrong order',
        ]).not.toContain(kind);
      }
    }
  });

  it('a mistake changes one part of what is understood and leaves the rest of the request alone', () => {
    expect(misreadWith({ kind: 'overlooks', wish: 0, clause: 0 }).wishes[0]!.clauses).toEqual([]);
    expect(misreadWith({ kind: 'forgets service', wish: 0 }).wishes[0]!.services).toEqual([]);
    expect(misreadWith({ kind: 'misreads price', wish: 0 }).wishes[0]!.price).toEqual({ low: 0, high: 100 });
    expect(misreadWith({ kind: 'mixes shops' }).oneShop).toBe(false);
    expect(misreadWith({ kind: 'skims', wish: 0 }).wishes[0]).toMatchObject({ name: 'red lamp', clauses: [] });
    expect(misreadWith({ kind: 'overlooks', wish: 0, clause: 0 }).wishes[1]).toEqual(REQUEST.wishes[1]);
    expect(misreadWith()).toEqual(REQUEST);
  });
});
