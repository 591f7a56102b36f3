import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encyclopaediaOf } from '../market/encyclopaedia.ts';
import { indexPath } from '../market/market-folder.ts';
import { EmbeddedSearch } from '../market/search.ts';
import { sharedMarket } from '../market/testing/shared-market.ts';
import type { Problem } from '../problems/problem.ts';
import { synthesiseProblems } from '../problems/synthesis.ts';
import { scaled } from '../testing/scaled.ts';
import { type Harness, haveConversation, solves } from './testing/shopping-conversation.ts';

const PROBLEMS = 150;
const KNOWLEDGE_PROBLEMS = 60;
const MIX = { product: 1, shop: 1, voucher: 1 };

const folder = mkdtempSync(join(tmpdir(), 'assay-house-'));
let search: EmbeddedSearch;
let problems: Problem[];

beforeAll(async () => {
  await sharedMarket({ products: 20_000, seed: 12, folder });
  search = EmbeddedSearch.open(indexPath(folder));
  problems = await Array.fromAsync(synthesiseProblems({ index: search.index, count: PROBLEMS, mix: MIX, seed: 5 }));
}, scaled(120_000));
afterAll(async () => {
  await search.close();
  rmSync(folder, { recursive: true });
});

/** Share of problems that a model solves, in total and per category. */
async function solveRate(model: string, harness: Harness, of = problems): Promise<Record<string, number>> {
  const web = encyclopaediaOf(search.index.manifest)!;
  const counts: Record<string, { solved: number; all: number }> = {};
  for (const problem of of) {
    const trip = await haveConversation(problem.query, { search, web, model, harness });
    const solved = await solves(problem, trip.recommended, search);
    for (const key of ['all', problem.category]) {
      counts[key] ??= { solved: 0, all: 0 };
      counts[key].all++;
      if (solved) counts[key].solved++;
    }
  }
  return Object.fromEntries(Object.entries(counts).map(([key, { solved, all }]) => [key, solved / all]));
}

const EXPECTED = [
  ['house/novice', 0.27],
  ['house/adept', 0.55],
  ['house/expert', 0.87],
] as const;

describe('skill of simulated models', () => {
  for (const [model, expected] of EXPECTED) {
    it.each(['native-7', 'native-4', 'tagged'] as const)(
      `the solve rate of ${model} is as documented, with %s`,
      { timeout: scaled(120_000) },
      async (harness) => {
        const { all, ...byCategory } = await solveRate(model, harness);
        expect(Math.abs(all! - expected), `${model} ${harness}: ${all}`).toBeLessThan(0.12);
        for (const [category, rate] of Object.entries(byCategory)) {
          expect(Math.abs(rate - expected), `${model} ${harness} ${category}: ${rate}`).toBeLessThan(0.25);
        }
      },
    );
  }

  it('simulated models solve knowledge problems, in the order of their skill, and only with web_search', {
    timeout: scaled(120_000),
  }, async () => {
    const knowledge = await Array.fromAsync(
      synthesiseProblems({ index: search.index, count: KNOWLEDGE_PROBLEMS, mix: { knowledge: 1 }, seed: 5 }),
    );
    const rates = { novice: 0, adept: 0, expert: 0 };
    for (const skill of ['novice', 'adept', 'expert'] as const)
      rates[skill] = (await solveRate(`house/${skill}`, 'native-8', knowledge)).all!;
    expect(rates.expert).toBeGreaterThan(0.75);
    expect(rates.expert).toBeGreaterThan(rates.adept);
    expect(rates.adept).toBeGreaterThan(rates.novice);
    expect((await solveRate('house/expert', 'native-7', knowledge)).all).toBeLessThan(0.3);
  });

  it('the solve rate stays the same while seeds change which problems are solved', {
    timeout: scaled(60_000),
  }, async () => {
    const sample = problems.slice(0, 40);
    const solvedUnder = async (seed: number): Promise<string> => {
      const solved = await Promise.all(
        sample.map(async (problem) => {
          const trip = await haveConversation(problem.query, {
            search,
            model: 'house/adept',
            harness: 'native-4',
            seed,
          });
          return (await solves(problem, trip.recommended, search)) ? '1' : '0';
        }),
      );
      return solved.join('');
    };
    const [one, two, again] = [await solvedUnder(1), await solvedUnder(2), await solvedUnder(1)];
    expect(again).toBe(one);
    expect(two).not.toBe(one);
  });

  it('thoughts of simulated models compare candidates with tool results', async () => {
    for (const problem of problems.filter(({ category }) => category === 'product').slice(0, 12)) {
      const { thoughts, recommended } = await haveConversation(problem.query, {
        search,
        model: 'house/expert',
        harness: 'native-7',
      });
      expect(thoughts.some((thought) => thought.includes('[simulated'))).toBe(false);
      if (recommended.length === 0) continue;
      expect(thoughts.some((thought) => thought.includes(recommended[0]!) && /pesos/.test(thought))).toBe(true);
    }
  });
});
