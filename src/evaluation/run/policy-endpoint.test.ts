import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EmbeddedSearch } from '../../market/search.ts';
import { type OpenSmallMarket, openSmallMarket } from '../../tools/testing/open-small-market.ts';
import { harnessOf } from '../harness/harness.ts';
import { runEpisode } from '../harness/run-episode.ts';
import { lampProblem } from '../testing/lamp-problem.ts';
import { PolicyEndpoint } from './policy-endpoint.ts';

let market: OpenSmallMarket;
let search: EmbeddedSearch;

beforeAll(async () => {
  market = await openSmallMarket();
  search = market.search;
});
afterAll(() => market.close());

it('the first-hit policy opens and recommends the first hit and terminates, in one turn', async () => {
  const endpoint = new PolicyEndpoint('echo', search.index);
  const play = async (query: string) =>
    await runEpisode({
      problem: { ...lampProblem(), query },
      harness: harnessOf(7, 'native'),
      endpoint,
      search,
      maxTurns: 5,
      request: { model: 'policy/echo' },
    });
  expect(await play('Kavari desk lamp, dimmable, touch control')).toMatchObject({
    kind: 'episode',
    episode: { ending: 'terminated', failure: null, counts: { turns: 1, calls: 3, validCalls: 3 } },
  });
  expect(await play('xyzzy')).toMatchObject({
    kind: 'episode',
    episode: { ending: 'terminated', strict: { success: false } },
  });
});
