import { describe, expect, it } from 'vitest';
import { followRates } from '../../agency/follow/follow-rates.ts';
import type { Decision, Followed } from '../../agency/follow.ts';
import { reasoningCoefficient } from '../aggregate/final-score.ts';
import { QUALITIES } from '../verdict.ts';
import { scripted, TRUE_COMPARISON } from './attacks/narration-attacks.ts';
import { KARELA } from './attacks/sample-shop.ts';
import { capWords, mostByDecider } from './cap-by-decider.ts';
import { judgeByGates } from './judge-by-gates.ts';

function observed(decision: Decision, followed: number, of: number): Followed[] {
  return Array.from({ length: of }, (_, place) => ({ completion: place + 1, decision, followed: place < followed }));
}

const NARRATED = scripted().complete({ content: TRUE_COMPARISON }).recommend(KARELA.product_id).build();
const SILENT = scripted().recommend(KARELA.product_id).build();

describe('reasoning cap by who decides', () => {
  it('a script gains nothing from a completion that narrates', () => {
    const most = mostByDecider(followRates(observed('recommend', 0, 6)));
    const [narrated, silent] = [NARRATED, SILENT].map((attempt) => Math.min(most, judgeByGates(attempt).quality!));
    expect(judgeByGates(NARRATED).quality).toBe(0.9);
    expect(reasoningCoefficient(narrated!) / reasoningCoefficient(silent!)).toBeLessThanOrEqual(1.05);
  });

  it('a program whose model chooses the search is graded like one that only reads the request', () => {
    expect(mostByDecider(followRates([...observed('recommend', 0, 4), ...observed('search', 5, 5)]))).toBe(0.3);
  });

  it('reasoning is capped at 0.1 when the program searches on its own and never followed', () => {
    expect(mostByDecider(followRates(observed('search', 0, 3)))).toBe(0.1);
    expect(mostByDecider(followRates([...observed('search', 0, 3), ...observed('recommend', 0, 1)]))).toBe(0.1);
  });

  it.each([
    ['follows', followRates(observed('recommend', 6, 6))],
    ['was never probed', followRates([])],
    ['decides only what to search for', followRates([...observed('recommend', 3, 3), ...observed('search', 0, 3)])],
    [
      'searches by itself and followed once',
      followRates([...observed('recommend', 1, 1), ...observed('search', 0, 3)]),
    ],
    ['was only seen to follow searches', followRates(observed('search', 3, 3))],
  ])('reasoning is not capped when the program %s', (_, rates) => {
    expect(mostByDecider(rates)).toBe(Math.max(...QUALITIES));
  });

  it.each([
    [
      'capped at 0.3: the program decides recommendations, the model only searches',
      [...observed('recommend', 0, 4), ...observed('search', 5, 5)],
    ],
    [
      'capped at 0.1: the program decides searches and recommendations',
      [...observed('recommend', 0, 4), ...observed('search', 0, 5)],
    ],
    [
      'capped at 0.1: the program decides recommendations, and it is not known who decides searches',
      observed('recommend', 0, 4),
    ],
    [
      'capped at 0.1: the program decides searches, and no changed recommendation was followed',
      observed('search', 0, 5),
    ],
    ['not capped: the model decides recommendations', observed('recommend', 4, 4)],
    [/^not known: .*; 0\.3 or 0\.1 at most if probes show/, []],
    [/^not known: .*; 0\.3 at most if probes show/, observed('search', 4, 4)],
  ])('says in words: %s', (words, all) => {
    expect(capWords(followRates(all))).toMatch(typeof words === 'string' ? new RegExp(`^${words}$`) : words);
  });

  it('says that one followed recommendation is too few', () => {
    const search = { decides: 'program', followed: 0 } as const;
    expect(capWords({ search, recommend: { decides: 'unknown', followed: 1 } })).toMatch(
      /^not known: .*; 0\.1 at most/,
    );
  });

  it('never says that a grade is not capped where the cap applies, nor before it is known who recommends', () => {
    const kinds = ['model', 'program', 'unknown'] as const;
    for (const search of kinds) {
      for (const recommend of kinds) {
        for (const followed of [0, 1]) {
          const deciders = { search: { decides: search, followed: 0 }, recommend: { decides: recommend, followed } };
          const most = mostByDecider(deciders);
          const isOpen = recommend === 'unknown' && most === 0.9;
          const opening = most < 0.9 ? `capped at ${most}` : isOpen ? 'not known' : 'not capped';
          expect(capWords(deciders).startsWith(`${opening}:`), JSON.stringify(deciders)).toBe(true);
        }
      }
    }
  });
});
