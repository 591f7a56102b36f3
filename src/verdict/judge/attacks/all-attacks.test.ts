import { describe, expect, it } from 'vitest';
import { judgeByGates } from '../judge-by-gates.ts';
import { ALL_ATTACKS } from './all-attacks.ts';
import { scripted, TRUE_COMPARISON } from './narration-attacks.ts';
import { KARELA } from './sample-shop.ts';

const REPORTED = new Set(['laundering', 'embroidery']);

describe('attacks on judges', () => {
  it('there are many attacks on judges, with unique names', () => {
    expect(new Set(ALL_ATTACKS.map(({ name }) => name)).size).toBe(ALL_ATTACKS.length);
    expect(ALL_ATTACKS.length).toBeGreaterThanOrEqual(25);
  });

  it('the text of the attacks would get the best grade as a model’s thought', () => {
    expect(
      judgeByGates(scripted().complete({ content: TRUE_COMPARISON }).recommend(KARELA.product_id).build()).quality,
    ).toBe(0.9);
  });

  it.each(
    ALL_ATTACKS.filter(({ name }) => /^repeated (?!with an introduction)/.test(name)).map(
      (each) => [each.name, each] as const,
    ),
  )('the gate judge does not accept attacks that are only %s', (_, { attempt, deserved }) => {
    expect(judgeByGates(attempt).quality).toBeLessThanOrEqual(deserved);
  });

  it.each(['a made-up material', 'a made-up brand', 'a made-up shop', 'a falsehood far before the truth'])(
    'a true reason does not pass the last gate beside %s',
    (wanted) => {
      const { attempt } = ALL_ATTACKS.find(({ name }) => name === wanted)!;
      expect(judgeByGates(attempt)).toMatchObject({ quality: 0.7, failed_gate: 4 });
      expect(judgeByGates(attempt).explanation).toContain('no recorded result shows');
    },
  );

  // Text that an agent makes a model say in the model's own words cannot be distinguished from thinking, and words that
  // no result contradicts cannot be distinguished from knowledge. The report counts those attacks.
  it.each(ALL_ATTACKS.filter(({ kind }) => !REPORTED.has(kind)).map((attack) => [attack.name, attack] as const))(
    'the gate judge is not fooled by %s',
    (_, { attempt, deserved }) => {
      expect(judgeByGates(attempt).quality).toBeLessThanOrEqual(deserved);
    },
  );
});
