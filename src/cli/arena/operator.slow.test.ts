import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { submitAgent } from '../../arena/submission.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { holdFolder } from '../../store/database.ts';
import { scaled } from '../../testing/scaled.ts';
import { addressOf, GOOD_AGENT, SampleSite } from '../testing/sample-site.ts';

let site: SampleSite;
beforeAll(async () => {
  site = await SampleSite.open({ suite: false });
  site.file('good.py', GOOD_AGENT);
});
afterAll(() => site.close());

const admin = (...words: string[]) => site.as('operator', 'admin', ...words);
const document = async (...words: string[]) => JSON.parse((await admin(...words, '--json')).output);

/** Creates a version with a score, as validators would. */
async function scored(who: string): Promise<string> {
  const { arena, services } = site.started;
  await site.join(who);
  const submission = { hotkey: addressOf(who), agentName: who, file: Buffer.from(`# ${who}\n${GOOD_AGENT}`) };
  const { agent_version_id } = await submitAgent(arena, submission, { analyse: services.analyse });
  for (const validator of ['validator-a', 'validator-b']) {
    while ((await site.validate(validator, () => 5)) !== undefined);
  }
  return agent_version_id;
}

describe('an operator', { timeout: scaled(300_000) }, () => {
  it('an operator manages suites, versions, runs and the champion from the command line', async () => {
    const created = await admin('suite', 'create', site.problemFile('first'), '--activate');
    expect(created).toMatchObject({
      code: 0,
      output: 'Suite 1 created.\nSuite 1 is now active.\n',
    });
    const second = await document('suite', 'create', site.problemFile('second'), '--private', '--name', 'hard ones');
    expect(second).toMatchObject({ suite_id: 2, is_active: false });
    expect((await admin('suite', 'list')).output).toMatch(
      /2 +hard ones +10 +private[\s\S]*1 +first +10 +public .*active/,
    );

    const version = await scored('subject');
    expect((await document('versions')).agent_versions).toMatchObject([
      { agent_version_id: version, final_score: 0.5 },
    ]);
    const { evaluation_runs: runs } = await document('runs', '--agent-version', version, '--status', 'SUCCESS');
    expect(runs).toHaveLength(2);

    expect((await admin('version', 'discard', version, '--why', 'It reads the clock')).output).toContain(
      'is off the leaderboard',
    );
    const removed = await site.assay(['status', version]);
    expect(removed.output).toMatch(/phase +DISCARDED[\s\S]*removed +It reads the clock/);
    expect((await admin('version', 'reinstate', version)).code).toBe(0);
    expect((await admin('version', 'eliminate', version, '--why', 'x')).code).toBe(0);
    expect((await admin('version', 'reinstate-elimination', version)).code).toBe(0);
    expect((await admin('version', 'set-top', version)).output).toContain('is champion.');
    const contestant = await site.assay(['status', '--hotkey', addressOf('subject')]);
    expect(contestant.output).toMatch(/times champion 1\.[\s\S]*champion from +until\n.+\n.* UTC +current\n/);
    expect((await admin('run', 'invalidate', runs[0].run_id, '--why', 'Its validator was broken')).output).toMatch(
      /no longer counts/,
    );
    const twice = await admin('run', 'invalidate', runs[0].run_id, '--why', 'again');
    expect(twice).toMatchObject({ code: 1, output: '' });
    expect((await admin('version', 'reevaluate', version, '--why', 'A new harness', '--runs', '3')).code).toBe(0);
    expect((await admin('version', 'cancel', version, '--why', 'Its owner asked')).code).toBe(0);
    const cleared = await admin('cooldown', 'clear', addressOf('subject'));
    expect(cleared.output).toMatch(/can submit; 11 h \d+ min were left/);
    expect((await admin('cooldown', 'clear', addressOf('subject'))).output).toContain('had no cooldown running');
    expect((await admin('version', 'code', version)).output).toMatch(/^subject: http:\/\/127\.0\.0\.1/);

    expect((await admin('suite', 'activate', '2', '--requeue-top', '5')).code).toBe(0);
    const { events } = await document('events', '--target', version);
    expect(events.map((event: { action: string }) => event.action)).toEqual(
      expect.arrayContaining(['version.discarded', 'version.cancelled', 'version.reevaluated']),
    );
    expect(events.find((event: { action: string }) => event.action === 'version.discarded')).toMatchObject({
      actor_hotkey: addressOf('operator'),
      reason: 'It reads the clock',
    });
  });

  it('an operator pauses and releases submissions', async () => {
    const stopped = await admin(
      'stop',
      'submissions',
      '--why',
      'The disk\n\u001b[2Jis full',
      '--until',
      '2099-01-01T00:00:00Z',
    );
    expect(stopped.output).toBe('The arena accepts no more submissions until 2099-01-01 00:00 UTC.\n');
    const refused = await site.as('eager', 'submit', 'good.py', '--name', 'x');
    expect(refused).toMatchObject({ code: 1, output: '' });
    expect(refused.error).not.toContain('\u001b');
    expect((await admin('stops')).output).toMatch(/claims +open[\s\S]*submissions +stopped +The disk \?\[2Jis full/);
    expect((await admin('release', 'submissions')).output).toBe('The arena accepts submissions again.\n');
    expect(await document('stop', 'claims', '--why', 'x')).toMatchObject({ active: true, auto_release_at: null });
    expect(await document('release', 'claims')).toMatchObject({ active: false });
  });

  it('only one server can use a SQLite folder', async () => {
    const release = holdFolder(join(site.folder, 'served'), undefined);
    try {
      expect(await site.assay(['serve', '--data', 'served', '--port', '0'], { DATABASE_URL: '' })).toMatchObject({
        code: 2,
        error: expect.stringMatching(/Another server is running on[\s\S]*served/),
      });
    } finally {
      release();
    }
  });

  it('an operator bans and unbans hotkeys, and grants registrations and stake', async () => {
    const cheat = addressOf('cheat');
    await site.join('cheat');
    expect((await admin('ban', 'miner', cheat, '--why', 'Copied')).output).toContain('is banned as a miner');
    expect(await site.as('cheat', 'status')).toMatchObject({
      code: 1,
      error: expect.stringMatching(/BANNED[\s\S]*says why/),
    });
    expect((await admin('unban', 'miner', cheat)).code).toBe(0);
    expect((await site.as('cheat', 'status')).code).toBe(0);

    const metagraph = () => site.started.services.metagraph();
    const before = await metagraph();
    expect((await site.assay(['wallet', 'new', '--wallet', 'pusher', '--unencrypted'])).code).toBe(0);
    for (const hotkey of [addressOf('friend'), cheat]) {
      expect(await site.assay(['admin', 'stake', hotkey, '45000', '--wallet', 'pusher'])).toMatchObject({
        code: 1,
        output: '',
        error: expect.stringContaining('NOT_ADMIN'),
      });
    }
    expect((await metagraph()).neurons).toEqual(before.neurons);
    const unstaked = await site.as('cheat', 'validator', 'run', '--once', '--data', 'unstaked');
    expect(unstaked).toMatchObject({
      code: 1,
      error: expect.stringMatching(/is not staked[\s\S]*[Aa]sk the operator, or run `assay admin stake/),
    });

    const validator = addressOf('staked');
    expect((await admin('stake', validator, '50000')).output).toMatch(/has uid \d+ and a stake of 50000 TAO/);
    const neuron = (await site.started.services.metagraph()).neurons.find(({ hotkey }) => hotkey === validator);
    expect(neuron).toBeDefined();
    const limit = ['validator', 'limit', validator, '2'];
    expect(await admin(...limit)).toMatchObject({ code: 1, error: expect.stringContaining('has ever asked for work') });
    await site.validate('staked', () => 0);
    expect((await admin(...limit)).output).toContain('may hold 2 runs at once');
    expect((await admin('validator', 'name', validator, 'northwind')).output).toContain('is called northwind.');
    expect((await admin('validators')).output).toContain('northwind');
    expect(await admin('validator', 'name', validator, cheat)).toMatchObject({
      code: 1,
      error: expect.stringContaining('cannot be called'),
    });
    for (const list of ['flagged', 'copies', 'miners', 'validators']) expect((await admin(list)).code).toBe(0);
  });

  it('an operator changes the policy without a restart, retires problems, and sees what is stuck', async () => {
    const changed = await admin('policy', 'set', 'queue.heartbeatSeconds', '7', '--why', 'Slow lines');
    expect(changed).toMatchObject({
      code: 0,
      output: 'queue.heartbeatSeconds: 30 -> 7. Policy version 1, in the public ledger.\n',
    });
    expect(site.started.arena.policy.queue.heartbeatSeconds).toBe(7);
    expect((await admin('policy', 'show')).output).toMatch(
      /queue\.heartbeatSeconds +7[\s\S]*Version 1\.[\s\S]*queue\.heartbeatSeconds: 7 \(arena\.json: 30\)/,
    );
    expect((await admin('policy', 'reset', 'queue.heartbeatSeconds', '--why', 'x')).output).toContain('7 -> 30');
    expect(await admin('policy', 'set', 'queue.nothing', '7', '--why', 'x')).toMatchObject({ code: 1, output: '' });

    const problem = await site.started.services.bank.status();
    expect(problem!.drawable).toBeGreaterThan(0);
    const unknown = await admin('problem', 'retire', 'no-such-problem', '--why', 'Leaked');
    expect(unknown).toMatchObject({ code: 1, error: expect.stringContaining('is not in the bank') });
    const [known] = sampleProblems(1, 'hidden');
    expect((await admin('problem', 'retire', known!.id, '--why', 'Leaked')).output).toContain('1 problem retired.');

    await admin('stop', 'claims', '--why', 'Maintenance');
    expect((await admin('stuck')).output).toMatch(/arena +claims .*No runs are assigned: Maintenance/);
    await admin('release', 'claims');
  });
});
