import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ArenaSecret } from '../../arena/arena-secret.ts';
import { resealWebhooks, WebhookSender } from '../../arena/submission.ts';
import type { SenderOptions } from '../../arena/webhooks/webhook-sender.ts';
import type { AdminWebhooksWire, WebhooksWire } from '../../board/wire/webhook-wire.ts';
import { appendEvent, type JsonValue } from '../../store/database.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { SampleServer } from '../testing/sample/sample-server.ts';
import { addressOf, SAMPLE_STAKES } from '../testing/sample/sample-wallets.ts';

interface Got {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const guide = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
const exampleIn = (language: string): string => new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(guide)![1]!;

onEveryEngine('webhooks', (makeDatabase) => {
  let server: SampleServer;
  let receiver: Server;
  let url: string;
  let answer: { status: number; headers: Record<string, string> };
  let got: Got[];
  let clock: number;
  let sender: WebhookSender;

  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      got.push({ headers: plain(request.headers), body });
      response.writeHead(answer.status, answer.headers).end('what it says is not read');
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook?key=secret-in-address`;
  });
  afterAll(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  beforeEach(async () => {
    const webhooks = { perHotkey: 2, allowedNetworks: ['127.0.0.1/32'] };
    // No free slot, so that a new hotkey takes the slot of another.
    const chain = { kind: 'local', maxNeurons: Object.keys(SAMPLE_STAKES).length + 1 };
    server = await SampleServer.open(makeDatabase, { config: { webhooks, chain } });
    got = [];
    answer = { status: 204, headers: {} };
    clock = Date.now();
    sender = makeSender();
  });
  afterEach(async () => {
    await sender.stop();
    await server.close();
  });

  const makeSender = (
    options: Pick<SenderOptions, 'resolve'> = {},
    arena: ConstructorParameters<typeof WebhookSender>[0] = server.arena,
  ) => {
    const { webhooks, identity } = server.started.services;
    const isRegistered = (hotkey: string) => identity.metagraph.find(hotkey) !== undefined;
    const { policy } = webhooks;
    return new WebhookSender(arena, { arenaName: 'sample', policy, isRegistered, realNow: () => clock, ...options });
  };
  const add = async (as: 'alice' | 'bob' | 'admin', body: object = {}, path = '/v1/webhooks') => {
    const { status, json } = await server.ask({ method: 'POST', target: path, as, body: { url, ...body } });
    expect(status, JSON.stringify(json)).toBe(201);
    return json as { webhook_id: string; secret: string };
  };
  const list = async (as: 'alice' | 'bob') =>
    ((await server.ask({ target: '/v1/webhooks', as })).json as WebhooksWire).webhooks;
  const tell = async (what: string, data: JsonValue) =>
    await server.arena.database.withTransaction(async (transaction) => {
      const event = { who: 'arena', what, when: server.arena.now(), why: 'test', subject: 'test', data };
      await appendEvent(transaction, event);
    });
  const runOf = (person: 'alice' | 'bob') =>
    tell('run.completed', { miner_hotkey: addressOf(person), status: 'SUCCESS', agent_name: 'x', version_number: 1 });
  /** Queues new notifications, and sends until nothing is due. */
  const deliver = async () => {
    const failures: unknown[] = [];
    await sender.run((error) => failures.push(error));
    await sender.settled();
    expect(failures).toEqual([]);
  };
  const pending = async () =>
    await server.arena.database.reader
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('status', '=', 'pending')
      .execute();

  it('deliver what concerns their hotkey, and nothing from before they were added', async () => {
    await runOf('alice');
    await add('alice');
    await add('bob', { events: ['race_decided'] });
    await add('admin', { events: ['run_finished'] }, '/v1/admin/webhooks');
    await runOf('alice');
    await runOf('bob');
    await tell('race.promoted', { race_id: 'r', race_number: 4, result: { changed: false } });
    await deliver();
    await expect.poll(() => got.length).toBe(5);
    const texts = got.map(({ body }) => JSON.parse(body) as { type: string; data: { miner_hotkey?: string } });
    // Alice: her run and the race. Bob: only the race. The operator: both runs.
    expect(texts.filter(({ type }) => type === 'race_decided')).toHaveLength(2);
    expect(
      texts
        .map(({ data }) => data.miner_hotkey)
        .filter(Boolean)
        .toSorted(),
    ).toEqual([addressOf('alice'), addressOf('alice'), addressOf('bob')].toSorted());
    const [webhook] = await list('alice');
    expect(webhook!.deliveries.map(({ status, response, attempts }) => [status, response, attempts])).toEqual([
      ['delivered', '204', 1],
      ['delivered', '204', 1],
    ]);
  });

  it('deregistered hotkeys get notices of earlier events only, and all again after they registered anew', async () => {
    const { chain, refreshMetagraph, webhooks } = server.started.services;
    // The arena's own sender, which checks registration on its chain.
    sender = webhooks.sender as WebhookSender;
    for (const person of ['alice', 'bob'] as const) await add(person);
    await add('admin', {}, '/v1/admin/webhooks');
    const decide = (race_number: number) => tell('race.promoted', { race_id: 'r', race_number, result: {} });
    const receivers = async (number: number) => {
      const deliveries = await server.arena.database.reader
        .selectFrom('webhook_deliveries as delivery')
        .innerJoin('webhooks', 'webhooks.webhook_id', 'delivery.webhook_id')
        .select(['webhooks.hotkey', 'delivery.body'])
        .where('delivery.status', '=', 'delivered')
        .execute();
      const told = deliveries.filter(({ body }) => body.includes(`"race_number":${number},`));
      return told.map(({ hotkey }) => hotkey).toSorted();
    };
    const addresses = (...people: readonly ('alice' | 'bob' | 'admin')[]) => people.map(addressOf).toSorted();

    answer = { status: 503, headers: { 'retry-after': '0' } };
    await decide(1);
    await deliver();
    expect(await pending()).toHaveLength(3);
    await chain!.register(addressOf('outsider'), 0n, addressOf('admin'));
    await refreshMetagraph();
    answer = { status: 204, headers: {} };
    await decide(2);
    await runOf('alice');
    await deliver();
    expect(await receivers(2)).toEqual(addresses('bob', 'admin'));
    await server.arena.database.withTransaction(async (transaction) => {
      await transaction.updateTable('webhook_deliveries').set({ next_at: 0 }).where('status', '=', 'pending').execute();
    });
    await deliver();
    expect(await receivers(1)).toEqual(addresses('alice', 'bob', 'admin'));
    expect((await list('alice'))[0]!.deliveries.map(({ event }) => event)).toEqual(['race_decided']);

    await chain!.register(addressOf('alice'), 1n, addressOf('admin'));
    await refreshMetagraph();
    await decide(3);
    await deliver();
    expect(await receivers(3)).toContain(addressOf('alice'));
    expect(await receivers(2)).toEqual(addresses('bob', 'admin'));
  });

  it('deliveries are signed so that the examples of the guide verify them and refuse changed or old ones', async () => {
    const { webhook_id, secret } = await add('alice');
    const target = `/v1/webhooks/${webhook_id}/test`;
    expect((await server.ask({ method: 'POST', target, as: 'alice', body: {} })).json).toEqual({
      delivered: true,
      response: '204',
    });
    const { headers, body } = got[0]!;
    const folder = mkdtempSync(join(tmpdir(), 'assay-webhook-'));
    try {
      const script = join(folder, 'verify.mjs');
      writeFileSync(script, exampleIn('js'));
      const { verify } = (await import(pathToFileURL(script).href)) as {
        verify: (secret: string, headers: Got['headers'], body: string) => boolean;
      };
      const python = join(folder, 'check.py');
      const ending =
        'import json, sys\ngiven = json.load(sys.stdin)\nprint([verify(g[0], g[1], g[2].encode()) for g in given])';
      writeFileSync(python, `${exampleIn('python')}\n${ending}\n`);
      const old = { ...headers, 'webhook-timestamp': `${Number(headers['webhook-timestamp']) - 301}` };
      const later = { ...headers, 'webhook-timestamp': `${Number(headers['webhook-timestamp']) + 1}` };
      const cases = [
        [secret, headers, body],
        [secret, headers, `${body} `],
        [secret, old, body],
        [secret, later, body],
        [`whsec_${Buffer.alloc(32).toString('base64')}`, headers, body],
      ] as const;
      expect(cases.map(([key, sent, text]) => verify(key, sent, text))).toEqual([true, false, false, false, false]);
      const checked = promisify(execFile)('python3', [python]);
      checked.child.stdin!.end(JSON.stringify(cases));
      expect((await checked).stdout.trim()).toBe('[True, False, False, False, False]');
    } finally {
      rmSync(folder, { recursive: true });
    }
    const again = await server.ask({ method: 'POST', target, as: 'alice', body: {} });
    expect(again).toMatchObject({ status: 429, json: { error_code: 'RATE_LIMIT_EXCEEDED' } });
  });

  it('retry with growing pauses until the receiver is back, with the same body', async () => {
    await add('alice');
    answer = { status: 500, headers: {} };
    await runOf('alice');
    await deliver();
    const pauses: number[] = [];
    for (let round = 0; round < 3; round++) {
      const [waiting] = await pending();
      pauses.push(waiting!.next_at - clock);
      clock = waiting!.next_at;
      if (round === 1) answer = { status: 503, headers: { 'retry-after': '600' } };
      if (round === 2) answer = { status: 200, headers: {} };
      await deliver();
    }
    expect(pauses[1]!).toBeGreaterThan(pauses[0]!);
    expect(pauses[2]!).toBe(600_000);
    expect(await pending()).toEqual([]);
    expect(new Set(got.map(({ body }) => body)).size).toBe(1);
    expect(new Set(got.map(({ headers }) => headers['webhook-timestamp'])).size).toBeGreaterThan(1);
    expect((await list('alice'))[0]!.deliveries[0]).toMatchObject({
      status: 'delivered',
      attempts: 4,
      response: '200',
    });
  });

  it('a delivery is given up after ten attempts, and a webhook that keeps failing is disabled', async () => {
    await add('alice');
    answer = { status: 404, headers: {} };
    for (let run = 0; run < 6; run++) await runOf('alice');
    await deliver();
    for (let attempt = 1; attempt < 10; attempt++) {
      clock += 4 * 3_600_000;
      await deliver();
    }
    const [webhook] = await list('alice');
    expect(webhook!.disabled_at).not.toBeNull();
    expect(got.length).toBeLessThanOrEqual(60);
    expect(got.length).toBeGreaterThanOrEqual(50);
    expect(await pending()).toEqual([]);
    await runOf('alice');
    await deliver();
    expect(await pending()).toEqual([]);
  });

  it('deliveries end at once where the receiver answers 410', async () => {
    await add('alice');
    answer = { status: 410, headers: {} };
    await runOf('alice');
    await deliver();
    expect((await list('alice'))[0]).toMatchObject({ deliveries: [{ status: 'failed', response: '410' }] });
    expect((await list('alice'))[0]!.disabled_at).not.toBeNull();
  });

  it('several processes send a delivery once', async () => {
    await add('alice');
    await runOf('alice');
    const other = makeSender();
    await Promise.all([sender.run(() => {}), other.run(() => {})]);
    await Promise.all([sender.sendDue(), other.sendDue()]);
    await expect.poll(async () => (await pending()).length).toBe(0);
    expect(got).toHaveLength(1);
    await other.stop();
  });

  it('a hotkey can list, test and remove only its own webhooks', async () => {
    const { webhook_id } = await add('alice');
    expect(await list('bob')).toEqual([]);
    for (const [method, target] of [
      ['DELETE', `/v1/webhooks/${webhook_id}`],
      ['POST', `/v1/webhooks/${webhook_id}/test`],
    ] as const) {
      const { status, json } = await server.ask({ method, target, as: 'bob', ...(method === 'POST' && { body: {} }) });
      expect([status, (json as { error_code: string }).error_code]).toEqual([404, 'WEBHOOK_NOT_FOUND']);
    }
    await add('alice');
    const third = await server.ask({ method: 'POST', target: '/v1/webhooks', as: 'alice', body: { url } });
    expect(third).toMatchObject({ status: 400, json: { error_code: 'WEBHOOK_REFUSED' } });
    expect((await server.ask({ method: 'DELETE', target: `/v1/webhooks/${webhook_id}`, as: 'alice' })).status).toBe(
      204,
    );
    expect(await list('alice')).toHaveLength(1);
  });

  it('show the operator their host, not their address, and can be removed with a public reason', async () => {
    const { webhook_id } = await add('alice');
    const all = await server.ask({ target: '/v1/admin/webhooks', as: 'admin' });
    expect((all.json as AdminWebhooksWire).webhooks).toMatchObject([
      { webhook_id, hotkey: addressOf('alice'), host: new URL(url).host, scope: 'own' },
    ]);
    expect(all.text).not.toContain('secret-in-address');
    const target = `/v1/admin/webhooks/${webhook_id}/remove`;
    const removed = await server.ask({ method: 'POST', target, as: 'admin', body: { reason: 'it floods a stranger' } });
    expect(removed.status).toBe(200);
    expect(await list('alice')).toEqual([]);
    const ledger = await server.ask({ target: '/v1/public/ledger/search?kinds=hotkey.webhook_removed' });
    expect(ledger.text).toContain('it floods a stranger');
    expect(ledger.text).not.toContain('127.0.0.1');
  });

  it('webhook secrets are stored sealed, and opened after the arena’s secret was rotated', async () => {
    const { secret } = await add('alice');
    const { database } = server.arena;
    const stored = await database.reader.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
    const bytes = Buffer.from(stored.sealed).toString('latin1');
    expect(bytes).not.toContain('secret-in-address');
    expect(bytes).not.toContain(secret);
    const rotated = new ArenaSecret(Buffer.alloc(32, 7), Buffer.from(server.secret, 'hex'));
    expect(await database.withTransaction((transaction) => resealWebhooks(transaction, rotated))).toBe(1);
    const arena = { database, now: server.arena.now, secret: new ArenaSecret(Buffer.alloc(32, 7)) };
    await runOf('alice');
    const after = makeSender({}, arena);
    await after.run(() => {});
    await expect.poll(() => got.length).toBe(1);
    await after.stop();
  });

  it('a delivery says that the secret of the arena does not decrypt the address', async () => {
    await add('alice');
    await runOf('alice');
    const { database, now } = server.arena;
    const wrong = makeSender({}, { database, now, secret: new ArenaSecret(Buffer.alloc(32, 7)) });
    await wrong.run(() => {});
    await wrong.settled();
    expect((await list('alice'))[0]!.deliveries).toMatchObject([{ response: 'address not decryptable' }]);
  });

  it('refuse addresses inside, and send nothing to a name that leads there', async () => {
    for (const inside of [
      'https://10.0.0.1/',
      'https://169.254.169.254/',
      'http://192.168.1.1/',
      'http://example.org@127.0.0.2/',
    ]) {
      const { status, json } = await server.ask({
        method: 'POST',
        target: '/v1/webhooks',
        as: 'alice',
        body: { url: inside },
      });
      expect([status, (json as { error_code: string }).error_code], inside).toEqual([400, 'WEBHOOK_REFUSED']);
    }
    await add('alice', { url: 'https://leads-inside.example/' });
    const other = makeSender({ resolve: async () => ['10.0.0.1'] });
    await runOf('alice');
    await other.run(() => {});
    await expect.poll(async () => (await list('alice'))[0]!.deliveries[0]?.response).toBe('no public address');
    await other.stop();
  });
});

function plain(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
