import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scaled } from '../../testing/scaled.ts';
import { addressOf, GOOD_AGENT, SAMPLE_PROBLEMS, SampleSite } from '../testing/sample-site.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/assay.js', import.meta.url));

let site: SampleSite;
beforeAll(async () => {
  site = await SampleSite.open();
  site.file('good.py', GOOD_AGENT);
  site.file('unsafe.py', `import subprocess\n${GOOD_AGENT}`);
  site.file('unfinished.py', 'x = 1\n');
});
afterAll(() => site.close());

const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/;

describe('a contestant', { timeout: scaled(120_000) }, () => {
  it('a contestant creates a hotkey, registers, submits once despite repeats, and sees its status', async () => {
    const wallet = ['--wallet', 'newcomer', '--unencrypted'];
    expect((await site.assay(['wallet', 'new', ...wallet])).code).toBe(0);
    const me = ['--wallet', 'newcomer'];
    const stranger = await site.assay(['submit', 'good.py', '--name', 'shopper', ...me]);
    expect(stranger).toMatchObject({
      code: 1,
      output: '',
      error: expect.stringMatching(/NOT_REGISTERED[\s\S]*assay register/),
    });
    const asking = await site.assay(['status', '0123abcd', ...me]);
    expect(asking).toMatchObject({ code: 2, error: expect.stringMatching(/neither the id of a version/) });
    const costs = await site.assay(['chain']);
    expect(costs.output).toMatch(/registration {3}0\.\d+ TAO now[\s\S]*simulated money[\s\S]*5000 blocks/);
    const place = JSON.parse((await site.assay(['register', ...me, '--json'])).output);
    expect(BigInt(place.paid)).toBeGreaterThan(0n);
    const repeated = JSON.parse((await site.assay(['register', ...me, '--json'])).output);
    expect(repeated).toMatchObject({ uid: place.uid, hotkey: place.hotkey, paid: '0', balance: place.balance });
    const told = await site.assay(['register', ...me]);
    expect(told.output).toMatch(
      /is registered as uid \d+[\s\S]*Nothing was paid\. Balance: 0\.\d+ TAO, simulated money/,
    );
    expect((await site.assay(['chain', place.hotkey])).output).toMatch(
      /uid \d+, immune until block \d+, balance 0\.\d+ TAO/,
    );

    const nothing = await site.assay(['status', ...me]);
    expect(nothing).toMatchObject({
      code: 0,
      output: expect.stringMatching(/submitted nothing yet[\s\S]*can submit now/),
    });

    const first = await site.assay(['submit', 'good.py', '--name', 'shopper', ...me]);
    expect(first.error).toBe('');
    expect(first.code).toBe(0);
    const version = ID.exec(first.output)![0];
    expect(first.output).toMatch(/Version 1 of “shopper” was accepted/);
    expect(first.output).toMatch(/queue +place \d+/);
    expect(first.output).toMatch(/why +\S.+/);
    expect(first.output).toMatch(/next +submission possible .+ UTC, in 1[12] h/);

    const again = await site.assay(['submit', 'good.py', '--name', 'shopper', ...me, '--json']);
    expect(again.code).toBe(0);
    expect(JSON.parse(again.output)).toMatchObject({
      admission_status: 'ACCEPTED',
      agent_version_id: version,
      repeated: true,
      status: { version_number: 1 },
    });
    const { total } = await site.started.arena.database.reader
      .selectFrom('agent_versions')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('hotkey', '=', place.hotkey)
      .executeTakeFirstOrThrow();
    expect(total).toBe(1);

    const early = await site.assay(['submit', 'good.py', '--name', 'shopper', '--again', ...me]);
    expect(early).toMatchObject({
      code: 1,
      output: expect.stringMatching(/next submission is possible in .*That is 1[12] h/),
    });

    const status = await site.assay(['status', ...me]);
    expect(status.code).toBe(0);
    expect(status.output).toContain(version);
    expect(status.output).toMatch(/state +QUEUED/);
    expect(status.output).toMatch(/licence +none/);
    expect(status.output).toMatch(/none yet; 0 of 2 runs done/);
    expect(status.output).toMatch(/cannot submit now: The cooldown.* in 1[12] h/);
  });

  it('a rejected file is reported with line, finding, reason, remedy and cost', async () => {
    const free = await site.as('careless', 'submit', 'unfinished.py', '--name', 'x');
    expect(free.code).toBe(1);
    expect(free.output).toMatch(/MAIN_MISSING[\s\S]*why[\s\S]*fix[\s\S]*unfinished\.py: rejected, which costs nothing/);
    const checked = await site.as('careless', 'submit', 'unsafe.py', '--dry-run', '--json');
    expect(checked.code).toBe(1);
    expect(JSON.parse(checked.output)).toMatchObject({ verdict: 'rejected', would_cost: 'reduced cooldown' });
    const costly = await site.as('careless', 'submit', 'unsafe.py', '--name', 'x', '--json');
    expect(costly.code).toBe(1);
    expect(JSON.parse(costly.output)).toMatchObject({
      admission_status: 'REJECTED',
      error: { code: 'CODE_ANALYSIS_ERROR', owner: 'caller' },
      violations: [{ code: 'IMPORT_BLOCKED', line: 1 }],
      remaining_seconds: expect.any(Number),
    });
    const repeated = await site.as('careless', 'submit', 'unsafe.py', '--name', 'x');
    expect(repeated.output).toMatch(
      /2?\s*1 +security +IMPORT_BLOCKED[\s\S]*rejected, and the next submission is possible .* UTC, in/,
    );
    expect(await site.versions('careless')).toEqual([]);
    expect(await site.as('careful', 'submit', 'good.py', '--dry-run')).toMatchObject({
      code: 0,
      output: expect.stringContaining('good.py: would be accepted.'),
    });
    const told = await site.as('careful', 'submit', 'unsafe.py', '--dry-run');
    expect(told.output).toMatch(
      /would be rejected\. .* a reduced cooldown: no submission for [\w ]+; this check was free/,
    );
  });

  it('submit --wait prints events until the score is there', async () => {
    await site.join('patient');
    const words = ['submit', 'good.py', '--name', 'waiting', '--wait', '--licence', 'CC-BY-4.0', '--wallet', 'patient'];
    const waiting = site.assay(words);
    while ((await site.versions('patient')).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    const [mine] = await site.versions('patient');
    for (const validator of ['validator-a', 'validator-b']) {
      // Other versions in the queue are run as well.
      for (let left = 20; left > 0 && (await site.validate(validator, () => 7)) !== undefined; left--);
    }
    const { code, output, error } = await waiting;
    expect(error).toBe('');
    expect(output).toMatch(/licence +CC-BY-4\.0\n/);
    expect(output).toMatch(/Waiting for its score/);
    expect(output).toMatch(/state +ELIGIBLE[\s\S]*score +0\.7000, 95 %: 0\.\d+ to 0\.\d+, of 2 runs/);
    expect(code).toBe(0);
    const own = await site.as('patient', 'status', mine!, '--json');
    expect(JSON.parse(own.output)).toMatchObject({
      agent_version_id: mine,
      final_score: 0.7,
      failures: [],
      licence: 'CC-BY-4.0',
      cost: { runs: 2 },
    });
    const wrong = await site.as('patient', 'submit', 'good.py', '--name', 'waiting', '--licence', 'MIT');
    expect(wrong.error).toMatch(/Allowed choices are CC-BY-4\.0, CC0-1\.0, Apache-2\.0, none/);
    expect(await site.as('patient', 'admin', 'licences')).toMatchObject({ code: 1, output: '' });
    expect(await site.as('operator', 'admin', 'licences', '--out', 'licences.json')).toMatchObject({ code: 0 });
    const chosen = JSON.parse(readFileSync(join(site.folder, 'licences.json'), 'utf8'));
    // All contestants here submit the same file, and the licence `none` of one overrides the others.
    expect(Object.values(chosen)).not.toEqual([]);
    for (const licence of Object.values(chosen)) expect(licence).toMatch(/^(none|CC-BY-4\.0)$/);
    const others = await site.as('curious', 'status', mine!, '--json');
    expect(JSON.parse(others.output)).not.toHaveProperty('failures');
    expect(JSON.parse(others.output)).not.toHaveProperty('findings');
    const page = await site.assay(['status', '--hotkey', addressOf('patient')]);
    expect(page).toMatchObject({ code: 0, output: expect.stringMatching(/waiting +1 +ELIGIBLE/) });
    const board = await site.assay(['leaderboard', '--query', 'waiting']);
    expect(board.output).toMatch(/[0-9a-f]{8,} +waiting +1 +\S+…\S+ +0\.7000 +0\.\d+ to 0\.\d+ +2 +\d+/);
    expect(board.output).toContain(`${SAMPLE_PROBLEMS} problems`);
  });

  it('interrupting submit --wait changes nothing', async () => {
    await site.join('impatient');
    const words = ['submit', 'good.py', '--name', 'left', '--wait', '--wallet', 'impatient'];
    const child = spawn(process.execPath, [PROGRAM, ...words], {
      env: { ...process.env, ...site.environment },
      cwd: site.folder,
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (!child.killed && /Waiting for its score[\s\S]*\n.*QUEUED/.test(said)) child.kill('SIGINT');
    });
    const code = await new Promise((resolve) => child.on('exit', resolve));
    expect(said).toMatch(/It stays in the queue. See `assay status/);
    expect(code).toBe(2);
    expect(await site.versions('impatient')).toHaveLength(1);
  });

  it('lists, connects and disconnects providers, without a secret on the command line', async () => {
    const none = await site.as('payer', 'connect');
    expect(none).toMatchObject({ code: 0, output: expect.stringMatching(/payer +not connected/) });
    await site.join('payer');
    const secret = { SECRET: 'sk-very-secret' };
    const words = ['connect', 'payer', '--credential-env', 'SECRET', '--wallet', 'payer'];
    const unreachable = await site.assay(words, secret);
    expect(unreachable).toMatchObject({ code: 2, output: '' });
    expect(unreachable.error).not.toContain('sk-very-secret');
    const unknown = await site.assay(['connect', 'nobody', '--credential-env', 'SECRET', '--wallet', 'payer'], secret);
    expect(unknown).toMatchObject({ code: 1, error: expect.stringMatching(/nobody/) });
    expect((await site.as('payer', 'disconnect', 'payer', '--json')).code).toBeLessThan(2);
  });
});

describe('wrong usage', { timeout: scaled(120_000) }, () => {
  it('wrong usage is answered with exit code 2 and the remedy', async () => {
    const cases: [words: string[], message: RegExp][] = [
      [['submit', 'good.py'], /needs a name\.\n {2}→ Add --name/],
      [['submit', 'good.py', '--name', 'x', '--idempotency-key', 'k', '--again'], /leave out --idempotency-key/],
      [['submit', 'good.py', '--dry-run', '--wait'], /--dry-run submits nothing/],
      [
        ['submit', 'good.py', '--name', 'x', '--wallet', 'nobody-there'],
        /There is no hotkey at[\s\S]*assay wallet new/,
      ],
      [['status', 'rubbish'], /neither the id of a version nor the address/],
      [['race', 'unpn'], /neither the number nor the id of a race\.[\s\S]*unpin/],
      [['connect', '--default'], /Name the provider/],
      [['admin', 'version', 'discrad', 'x'], /Did you mean discard\?/],
      [['admin', 'stop', 'clams', '--why', 'x'], /Allowed choices are claims, submissions/],
      [['admin', 'ban', 'miner', 'x', '--why', 'x'], /must be the SS58 address/],
      [['admin', 'ban', 'miner', addressOf('x')], /required option '--why <text>' not specified/],
      [['status', '--arena-url', 'ftp://x'], /is not the address of an arena/],
    ];
    const ran = await Promise.all(cases.map(([words]) => site.assay(words)));
    for (const [index, [, message]] of cases.entries()) {
      expect(ran[index]!.error).toMatch(message);
      expect(ran[index]).toMatchObject({ code: 2, output: '' });
    }
  });
});
