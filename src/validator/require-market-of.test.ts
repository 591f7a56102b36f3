import { describe, expect, it } from 'vitest';
import { requireArenaMarket } from './require-market-of.ts';

const serving = (sha256: string | undefined) => ({
  market: async () => (sha256 === undefined ? undefined : { sha256 }),
});

describe('the market of an arena', () => {
  it('a validator continues on the market that the arena serves, or while it serves none', async () => {
    await requireArenaMarket(serving('a'), 'a');
    await requireArenaMarket(serving(undefined), undefined);
    await requireArenaMarket(serving(undefined), 'a');
  });

  it('a validator does not continue after the arena replaced its market, or began to serve one', async () => {
    for (const opened of ['b', undefined])
      await expect(requireArenaMarket(serving('a'), opened)).rejects.toMatchObject({
        code: 'INDEX_UNREADABLE',
        remedy: expect.stringContaining('Start the validator again'),
      });
  });
});
