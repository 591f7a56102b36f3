import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signWeights } from '../../../chain/weights.ts';
import { onEveryEngine } from '../../../store/testing/every-engine.ts';
import { SampleServer } from '../sample/sample-server.ts';
import { addressOf, walletOf } from '../sample/sample-wallets.ts';

onEveryEngine('submitted weights', (makeDatabase) => {
  let server: SampleServer;
  beforeAll(async () => {
    server = await SampleServer.open(makeDatabase);
  });
  afterAll(async () => await server.close());

  const send = async (body: unknown) => await server.ask({ method: 'POST', target: '/v1/chain/weights', body });

  it('any weights are accepted or rejected without failing, and only with a permit', async () => {
    const number = fc.oneof(fc.nat(10), fc.constantFrom(255, 256, 65_535));
    const vector = fc.record({
      uids: fc.array(number, { maxLength: 12 }),
      values: fc.array(number, { maxLength: 12 }),
    });
    const place = fc.record({ netuid: fc.constantFrom(15, 15, 15, 0), block: fc.constantFrom(0, 0, 0, 1, 2 ** 40) });
    const signers = fc.constantFrom('holder', 'idle', 'alice', 'outsider', 'barred' as const);
    await fc.assert(
      fc.asyncProperty(vector, place, signers, async (weights, at, signer) => {
        const { status, text } = await send(signWeights(weights, at, walletOf(signer)));
        expect(signer === 'outsider' ? [400] : [200, 400], text).toContain(status);
      }),
      { numRuns: 60, seed: 1 },
    );
    expect((await server.ask({ target: '/v1/public/chain/ledger' })).status).toBe(200);
  });

  it('weights must be signed by their hotkey', async () => {
    const weights = signWeights({ uids: [0], values: [65_535] }, { netuid: 15, block: 0 }, walletOf('holder'));
    const changed = [
      { ...weights, hotkey: addressOf('idle') },
      { ...weights, uids: [1] },
      { ...weights, values: [65_534] },
      { ...weights, block: 1 },
      { ...weights, signature: `0x${'0'.repeat(128)}` },
    ];
    for (const body of changed) expect((await send(body)).status).toBe(400);
    expect((await send(weights)).status).toBe(200);
  });
});
