import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { activateSuite, createSuite } from '../../arena/exam.ts';
import { registrationSchema } from '../../arena/wire.ts';
import { nearCopiesSchema, submissionAnswerSchema } from '../../board/wire.ts';
import { ArenaClient } from '../../client/arena-client.ts';
import { hotkeyFromSeed } from '../../identity/hotkey.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { makeSqliteDatabase } from '../../store/testing/every-engine.ts';
import { markedAgent } from '../testing/sample/sample-agents.ts';
import { agentForm, SampleServer } from '../testing/sample/sample-server.ts';

const source = markedAgent('work', 1);
let server: SampleServer;

beforeAll(async () => {
  server = await SampleServer.open(makeSqliteDatabase);
  const { arena } = server;
  const suite = { name: 'open', problems: sampleProblems(5, 'open'), isPublic: true };
  const { suiteId } = await createSuite(arena.database, suite, { who: 'operator', now: arena.now() });
  await activateSuite(arena, suiteId, { who: 'operator', requeueTopN: 0 });
});
afterAll(() => server.close());

function newcomer(): ArenaClient {
  return new ArenaClient({ url: server.url, hotkey: hotkeyFromSeed(randomBytes(32)) });
}

async function register(client: ArenaClient) {
  const request = { method: 'POST', path: '/v1/chain/register', body: {}, signed: true } as const;
  return await client.ask({ ...request, answer: registrationSchema });
}

async function submit(client: ArenaClient, text: string) {
  const request = { method: 'POST', path: '/v1/miner/submit', body: agentForm('shopper', text), signed: true } as const;
  return await client.ask({ ...request, answer: submissionAnswerSchema });
}

describe('three new hotkeys with the same file', () => {
  it('new hotkeys with the same file pay increasing prices, and only the first is evaluated', async () => {
    const clients = [newcomer(), newcomer(), newcomer()];
    const places = await Promise.all(clients.map(register));
    const paid = places.map((place) => BigInt(place.paid!)).sort((a, b) => Number(a - b));
    expect(paid[1]! > paid[0]! && paid[2]! > paid[1]!).toBe(true);
    for (const place of places) {
      expect(BigInt(place.paid!) + BigInt(place.balance!)).toBe(1_000_000_000n);
      expect(place.immune_until! - place.block!).toBeGreaterThan(4_900);
    }
    const again = await register(clients[0]!);
    expect(again).toMatchObject({ uid: places[0]!.uid, paid: '0', balance: places[0]!.balance });

    const first = await submit(clients[0]!, source);
    expect(first).toMatchObject({ is_duplicate: false, queue: { state: 'QUEUED' } });
    const copies = [await submit(clients[1]!, source), await submit(clients[2]!, `# my own work\n${source}`)];
    for (const copy of copies) {
      expect(copy).toMatchObject({ is_duplicate: true, is_flagged: true, queue: { state: 'DISCARDED' } });
      const target = `/v1/public/agent-versions/${copy.agent_version_id}/status`;
      const { json, text } = await server.ask({ target });
      expect(json).toMatchObject({ state: 'DISCARDED', removal_reason: expect.stringContaining('scored once') });
      expect(text).not.toContain(first.agent_version_id);
    }
    const listed = await server.ask({ target: '/v1/admin/submissions/near-copies', as: 'admin' });
    const { near_copies } = nearCopiesSchema.parse(listed.json);
    for (const { agent_version_id } of copies) {
      const pair = near_copies.find(
        ({ version, other }) =>
          version.agent_version_id === agent_version_id && other.agent_version_id === first.agent_version_id,
      );
      expect(pair).toMatchObject({ shared_share: 1 });
    }
    const target = `/v1/admin/agent-versions/${copies[0]!.agent_version_id}/clear-flag`;
    const cleared = await server.ask({ method: 'POST', target, as: 'admin', body: { reason: 'one team' } });
    expect(cleared.json).toMatchObject({ is_queued: true });
    const { json } = await server.ask({ target: `/v1/public/agent-versions/${copies[0]!.agent_version_id}/status` });
    expect(json).toMatchObject({ state: 'QUEUED', removal_reason: null });
  });
});

describe('the books of the local chain', () => {
  it('the books of the local chain balance, with the operator’s grants, and show the current price', async () => {
    const client = newcomer();
    await register(client);
    const hotkey = client.hotkey!.address;
    const funded = await server.ask({
      method: 'POST',
      target: '/v1/admin/chain/fund',
      as: 'admin',
      body: { hotkey, tao: 2.5 },
    });
    expect(funded.status).toBe(200);
    const rao = z.string().transform(BigInt);
    const ledger = z
      .object({
        balances: z.record(z.string(), rao),
        earned: z.record(z.string(), rao),
        granted: rao,
        fees: rao,
        burned: rao,
        registration: z.object({ price: rao, min_price: rao, immunity_blocks: z.int(), max_neurons: z.int() }),
      })
      .parse((await server.ask({ target: '/v1/public/chain/ledger' })).json);
    const sum = (amounts: Record<string, bigint>): bigint =>
      Object.values(amounts).reduce((all, each) => all + each, 0n);
    expect(sum(ledger.balances) + ledger.fees).toBe(sum(ledger.earned) + ledger.granted);
    expect(ledger.balances[hotkey]).toBeGreaterThan(2_500_000_000n);
    expect(ledger.registration.price).toBeGreaterThan(ledger.registration.min_price);
    expect(ledger.registration).toMatchObject({ immunity_blocks: 5_000, max_neurons: 256 });
  });
});
