import { describe, expect, it } from 'vitest';
import { readQuery } from '../reading/read-query.ts';
import { misread } from './misread.ts';
import { drawTemper, type Slip } from './mistakes.ts';

const QUERY =
  'Which shop carries a red lamp with steel as material, between 100 and 200 pesos, with free shipping; and a kettle?';
const REQUEST = readQuery(QUERY);

const slipped = (...slips: Slip[]) => misread(REQUEST, { slips, patience: 9, compares: true });

describe('mistakes', () => {
  it('are the same for the same model, query and luck, and others for other luck', () => {
    expect(drawTemper('adept', REQUEST, QUERY, '1')).toEqual(drawTemper('adept', REQUEST, QUERY, '1'));
    const drawn = new Set(
      Array.from({ length: 30 }, (_, seed) => JSON.stringify(drawTemper('adept', REQUEST, QUERY, `${seed}`))),
    );
    expect(drawn.size).toBeGreaterThan(5);
  });

  it('are fewer the better the model', () => {
    const share = (skill: 'novice' | 'adept' | 'expert') =>
      Array.from(
        { length: 300 },
        (_, place) => drawTemper(skill, REQUEST, `${QUERY} ${place}`, '').slips.length > 0,
      ).filter(Boolean).length / 300;
    expect(share('novice')).toBeGreaterThan(share('adept') + 0.1);
    expect(share('adept')).toBeGreaterThan(share('expert') + 0.2);
    expect(share('expert')).toBeGreaterThan(0.1);
  });

  it('make some requests hard for a model whatever its luck, and others easy', () => {
    const shares = Array.from({ length: 60 }, (_, place) => {
      const query = `${QUERY} ${place}`;
      const runs = Array.from(
        { length: 20 },
        (_, seed) => drawTemper('adept', REQUEST, query, `${seed}`).slips.length > 0,
      );
      return runs.filter(Boolean).length / 20;
    });
    expect(Math.max(...shares)).toBeGreaterThan(0.85);
    expect(Math.min(...shares)).toBeLessThan(0.6);
  });

  it('happen only where they can', () => {
    const plain = readQuery('Find a lamp.');
    for (let seed = 0; seed < 200; seed++) {
      for (const { kind } of drawTemper('novice', plain, 'Find a lamp.', `${seed}`).slips) {
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

  it('change what is taken in, and leave the rest of the request alone', () => {
    expect(slipped({ kind: 'overlooks', wish: 0, clause: 0 }).wishes[0]!.clauses).toEqual([]);
    expect(slipped({ kind: 'forgets service', wish: 0 }).wishes[0]!.services).toEqual([]);
    expect(slipped({ kind: 'misreads price', wish: 0 }).wishes[0]!.price).toEqual({ low: 0, high: 100 });
    expect(slipped({ kind: 'mixes shops' }).oneShop).toBe(false);
    expect(slipped({ kind: 'skims', wish: 0 }).wishes[0]).toMatchObject({ name: 'red lamp', clauses: [] });
    expect(slipped({ kind: 'overlooks', wish: 0, clause: 0 }).wishes[1]).toEqual(REQUEST.wishes[1]);
    expect(slipped()).toEqual(REQUEST);
  });
});
