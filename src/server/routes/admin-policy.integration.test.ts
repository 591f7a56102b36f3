import { afterEach, beforeEach, expect, it } from 'vitest';
import { LivePolicy } from '../../arena/operator.ts';
import { appendEvent } from '../../store/database.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { passSampleDay } from '../testing/sample/sample-day.ts';
import { SampleServer } from '../testing/sample/sample-server.ts';
import { addressOf } from '../testing/sample/sample-wallets.ts';

onEveryEngine('changes of the policy', (makeDatabase) => {
  let server: SampleServer;
  beforeEach(async () => {
    server = await SampleServer.open(makeDatabase);
  });
  afterEach(async () => await server.close());

  const change = (body: object) => server.ask({ as: 'admin', method: 'POST', target: '/v1/admin/policy', body });

  it('policy changes take effect at once, have a version, and are in the public ledger', async () => {
    const before = server.arena.policy.queue.heartbeatSeconds;
    const answer = await change({ set: { 'queue.heartbeatSeconds': 7 }, reason: 'Validators are slow' });
    expect(answer).toMatchObject({
      status: 200,
      json: { version: 1, changes: [{ path: 'queue.heartbeatSeconds', from: before, to: 7 }] },
    });
    expect(server.arena.policy.queue.heartbeatSeconds).toBe(7);
    expect((await server.ask({ as: 'admin', target: '/v1/admin/policy' })).json).toMatchObject({
      version: 1,
      policy: { queue: { heartbeatSeconds: 7 } },
      overrides: [{ path: 'queue.heartbeatSeconds', value: 7, configured: before }],
    });
    const { events } = (await server.ask({ target: '/v1/public/ledger?limit=1000' })).json as { events: object[] };
    expect(events.at(-1)).toMatchObject({
      who: addressOf('admin'),
      what: 'policy.changed',
      why: 'Validators are slow',
      data: { version: 1, changes: [{ path: 'queue.heartbeatSeconds', from: before, to: 7 }] },
    });

    const reset = await change({ reset: ['queue.heartbeatSeconds'], reason: 'They are not' });
    expect(reset).toMatchObject({ status: 200, json: { version: 2 } });
    expect(server.arena.policy.queue.heartbeatSeconds).toBe(before);
  });

  it('policy changes that require a provider end the free one at once', async () => {
    await server.close();
    server = await SampleServer.open(makeDatabase, { config: { simulated: true } });
    const connected = async () => {
      const { json } = await server.ask({ as: 'alice', target: '/v1/miner/inference-auth' });
      return (json as { default_provider: string | null }).default_provider;
    };
    expect(await connected()).toBe('local');
    await change({ set: { 'submissions.requireProvider': true }, reason: 'Contestants pay' });
    expect(await connected()).toBeNull();
    await change({ reset: ['submissions.requireProvider'], reason: 'They do not' });
    expect(await connected()).toBe('local');
  });

  it('policy changes reach other processes and survive a restart', async () => {
    const other = new LivePolicy(server.arena.live.base);
    await other.refresh(server.arena.database.reader);
    expect(other.version).toBe(0);
    const lease = { 'queue.leaseSeconds': 20, 'queue.heartbeatSeconds': 5 };
    await change({ set: { raceProblems: 9, 'queue.retryDelaySeconds': 4, ...lease }, reason: 'x' });
    await other.refresh(server.arena.database.reader);
    expect([other.version, other.current.raceProblems, other.ignored]).toEqual([1, 9, []]);
    expect(other.current.queue).toMatchObject({ retryDelaySeconds: 4, leaseSeconds: 20, heartbeatSeconds: 5 });
    const late = new LivePolicy(server.arena.live.base);
    await late.refresh(server.arena.database.reader);
    expect(late.current).toEqual(other.current);
  });

  it('policy changes unknown to this program are ignored, and can be undone', async () => {
    const { database, live, now } = server.arena;
    const data = { version: 1, overrides: { 'queue.gone': 1, raceProblems: 9 }, changes: [] };
    const told = { who: addressOf('admin'), what: 'policy.changed', when: now(), why: 'x', subject: 'policy', data };
    await database.withTransaction((transaction) => appendEvent(transaction, told));
    await live.refresh(database.reader);
    expect([live.version, live.ignored, live.current.raceProblems]).toEqual([1, ['queue.gone'], 9]);
    expect((await change({ set: { raceProblems: 8 }, reason: 'x' })).status).toBe(400);
    expect((await change({ reset: ['queue.gone'], reason: 'x' })).status).toBe(200);
    expect([live.ignored, live.current.raceProblems]).toEqual([[], 9]);
  });

  it('policy changes are rejected without a reason, from strangers, and without effect', async () => {
    const set = { 'queue.heartbeatSeconds': 7 };
    expect((await change({ set, reason: ' ' })).status).toBe(422);
    expect((await change({ set: { 'queue.heartbeatSeconds': -7 }, reason: 'x' })).status).toBe(400);
    expect((await change({ set: { 'queue.requiredSuccesses': 999 }, reason: 'x' })).json).toMatchObject({
      detail: expect.stringMatching(/the chain permits \d+ validators/),
    });
    expect((await change({ set: { 'queue.nothing': 7 }, reason: 'x' })).status).toBe(400);
    expect((await change({ reason: 'x' })).status).toBe(400);
    const body = { set, reason: 'x' };
    const mine = await server.ask({ as: 'alice', method: 'POST', target: '/v1/admin/policy', body });
    expect(mine.status).toBe(403);
    expect(server.arena.live.version).toBe(0);
  });

  it('policy changes leave the rules of a running race alone', async () => {
    await passSampleDay(server);
    const refused = await change({ set: { 'race.fewestRacers': 3 }, reason: 'x' });
    expect(refused).toMatchObject({ status: 403, json: { error_code: 'RACE_IN_FLIGHT' } });
    expect((await change({ set: { raceDeadlineSeconds: 99_999 }, reason: 'Slow models' })).status).toBe(200);
  });
});
