import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { publishRetirements, retirementPublisher } from '../../arena/race/publish-retirements.ts';
import { BankHiddenProblems } from '../../arena/race.ts';
import { growBank, retireProblems } from '../../problems/suites.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { SampleServer } from '../testing/sample/sample-server.ts';
import { addressOf } from '../testing/sample/sample-wallets.ts';

const TARGET = '/v1/admin/problems/retire';

onEveryEngine('retiring problems', (makeDatabase) => {
  let server: SampleServer;
  let bank: string;
  const now = () => new Date(server.arena.now());
  beforeEach(async () => {
    server = await SampleServer.open(makeDatabase);
    bank = join(server.folder, 'bank');
    await growBank({ folder: bank, problems: sampleProblems(9, 'hidden'), now });
  });
  afterEach(async () => await server.close());

  const retire = async (
    problem_ids: readonly string[],
    as: 'admin' | 'alice' | 'nobody' = 'admin',
    reason = 'It leaked.',
  ) => await server.ask({ as, method: 'POST', target: TARGET, body: { problem_ids, reason } });

  async function published(): Promise<readonly Record<string, unknown>[]> {
    const { json } = await server.ask({ target: '/v1/public/ledger?limit=1000' });
    const { events } = json as { events: readonly Record<string, unknown>[] };
    return events.filter(({ what }) => what === 'problem.retired');
  }

  it('retiring problems over the API excludes them from draws, with one event without content', async () => {
    const answer = await retire(['hidden1', 'hidden2']);
    expect(answer).toMatchObject({
      status: 200,
      json: { retired: ['hidden1', 'hidden2'], already_retired: [], committed_draws: [] },
    });
    expect((await retire(['hidden1'])).json).toMatchObject({ retired: [], already_retired: ['hidden1'] });
    const events = await published();
    expect(events).toMatchObject(
      ['hidden1', 'hidden2'].map((problem_id) => ({
        who: addressOf('admin'),
        why: 'It leaked.',
        subject: `problem ${problem_id}`,
        data: { problem_id, retired_at: expect.any(String) },
      })),
    );
    const text = JSON.stringify(events);
    for (const { query, targets } of sampleProblems(9, 'hidden')) {
      expect(text).not.toContain(query);
      for (const { title } of targets as readonly { readonly title?: string }[]) {
        if (title !== undefined) expect(text).not.toContain(title);
      }
    }
    const hidden = new BankHiddenProblems(bank, now);
    expect(await hidden.commit('a-race', 9)).toMatchObject({ ok: true, size: 7 });
    const drawn = (await hidden.problems('a-race')).map(({ id }) => id);
    expect(drawn).not.toContain('hidden1');
    expect((await retire(['hidden3'])).json).toEqual({
      retired: ['hidden3'],
      already_retired: [],
      committed_draws: [{ race_id: 'a-race', problem_ids: ['hidden3'] }],
    });
  });

  it('retiring problems is refused to others, for unknown problems and without a reason', async () => {
    expect((await retire(['hidden1'], 'alice')).status).toBe(403);
    expect((await retire(['hidden1'], 'nobody')).status).toBe(401);
    expect((await retire(['hidden1', 'none'])).status).toBe(400);
    expect((await retire(['hidden1'], 'admin', '  ')).status).toBe(422);
    expect((await retire([])).status).toBe(422);
    expect(await published()).toEqual([]);
  });

  it('problems retired on the command line are published once by the arena that uses the bank', async () => {
    await retireProblems({ folder: bank, problemIds: ['hidden4'], reason: 'The answer is wrong.', now });
    const hidden = new BankHiddenProblems(bank, now);
    const publish = retirementPublisher(server.arena, hidden);
    await publish();
    await publish();
    await publishRetirements(server.arena, hidden);
    expect(await published()).toMatchObject([
      { who: 'operator', why: 'The answer is wrong.', data: { problem_id: 'hidden4' } },
    ]);
  });
});
