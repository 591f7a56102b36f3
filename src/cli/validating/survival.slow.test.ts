import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cancelVersion } from '../../arena/operator.ts';
import { readRunFile, runPath } from '../../attempt/record/run-file.ts';
import { AttemptStore } from '../../attempt/record.ts';
import { scaled } from '../../testing/scaled.ts';
import { SampleContest } from '../testing/sample-contest.ts';
import { judging, startSampleModels } from '../testing/sample-models.ts';
import { singleSearchAgent } from '../testing/single-search-agent.ts';
import { CAN_HAVE_SMALL_DISK, SmallDisk } from '../testing/small-disk.ts';
import { until } from '../testing/until.ts';
import { ValidatorSetup } from '../testing/validator-process.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/assay.js', import.meta.url));

let contest: SampleContest;
beforeAll(async () => {
  contest = await SampleContest.open({ problems: 4, queue: { leaseSeconds: 25, heartbeatSeconds: 1 } });
  await contest.register('one', 'two', 'three', 'four', 'five');
});
afterEach(() => contest.tidy());
afterAll(() => contest.close());

async function placeOf(name: string): Promise<ValidatorSetup> {
  const place = new ValidatorSetup(PROGRAM, contest, name);
  const { chain, refreshMetagraph } = contest.arena.services;
  await chain!.register(place.hotkey, 50_000n * 1_000_000_000n);
  await refreshMetagraph();
  return place;
}

function sealedIn(data: string): readonly string[] {
  return new AttemptStore(data).list();
}

describe('a validator process', () => {
  it('a validator killed in mid-run resumes, and completes the run once', {
    timeout: scaled(60_000),
  }, async () => {
    const version = await contest.submit('slow', singleSearchAgent({ seconds: 0.7 }));
    const place = await placeOf('killed');
    const first = place.start('--skip-weights');
    await until(() => sealedIn(place.data).length >= 2);
    const kept = sealedIn(place.data);
    first.child.kill('SIGKILL');
    await first.ended;
    const { code, output, log } = await place.start('--skip-weights', '--once').ended;
    expect({ code, status: JSON.parse(output) }, log).toMatchObject({ code: 0, status: { scored: 1, failed: 0 } });
    const runs = await contest.runsOf(version);
    expect(runs.map(({ status }) => status)).toEqual(['SUCCESS']);
    const results = await contest.resultsOf(runs[0]!.run_id);
    expect(results).toHaveLength(contest.problems.length);
    const reported = results.map(({ summary }) => (summary as Record<string, string>).attempt_id);
    expect(reported).toEqual(expect.arrayContaining([...kept]));
    // One attempt per problem, and at most one more for each attempt that was running when it was killed.
    const { receipts } = readRunFile(place.data, runs[0]!.run_id);
    expect(receipts.length).toBeLessThanOrEqual(contest.problems.length + 2);
    expect(readdirSync(join(place.data, 'journal')).filter((name) => name.endsWith('.jsonl'))).toEqual([]);
  });

  it('a stopped validator without time left ends its run as its own failure', {
    timeout: scaled(60_000),
  }, async () => {
    const version = await contest.submit('endless', singleSearchAgent({ seconds: 30 }));
    const place = await placeOf('stopped');
    const running = place.start('--skip-weights', '--grace', '0');
    await until(async () => (await contest.runsOf(version)).some(({ status }) => status === 'RUNNING'));
    running.child.kill('SIGTERM');
    const { code, log } = await running.ended;
    expect(code, log).toBe(0);
    await cancelVersion(contest.arena.arena, version, { who: 'operator', reason: 'nobody is to wait for it' });
    const [run] = await contest.runsOf(version);
    expect(run).toMatchObject({ status: 'FAILED', failure_owner: 'validator' });
    expect(run!.failure_reason).toContain('The validator is shutting down.');
    const results = await contest.resultsOf(run!.run_id);
    expect(results.every(({ score, status }) => score === null && status === 'SKIPPED')).toBe(true);
  });

  it('a validator process serves its metrics port, and starts a panel of judges on request', {
    timeout: scaled(60_000),
  }, async () => {
    const judges = await startSampleModels(judging(0.5));
    const version = await contest.submit('watched', singleSearchAgent({ seconds: 0.7 }));
    const place = await placeOf('watched');
    const panel = ['--judge-model', 'judge/one', '--judge-model', 'judge/two', '--judge-base-url', judges.baseUrl];
    const running = place.start('--skip-weights', '--port', '0', ...panel);
    const line = await until(() => running.logged().find((each) => each.includes('Serving health and metrics')));
    const { level, url } = JSON.parse(line);
    expect(level).toBe(30);
    const run = await until(async () => (await contest.runsOf(version)).find(({ status }) => status === 'RUNNING'));
    const health = await fetch(`${url}/health`);
    expect({ status: health.status, body: await health.json() }).toMatchObject({
      status: 200,
      body: {
        status: 'healthy',
        hotkey: place.hotkey,
        state: 'running',
        run: { run_id: run.run_id, agent_version_id: version, phase: 'QUALIFYING' },
        scored: 0,
      },
    });
    await until(async () => (await contest.runsOf(version))[0]!.status === 'SUCCESS');
    const metrics = await until(async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return text.includes('assay_validator_runs_total{status="SUCCESS",owner="none"} 1') && text;
    });
    expect(metrics).toContain(`assay_validator_attempts_total{fault="none"} ${contest.problems.length}`);
    expect(metrics).toContain('assay_validator_claims_total{answer="work"} 1');
    expect(metrics).toContain('assay_validator_sandboxes 0');
    running.child.kill('SIGTERM');
    const { code, log } = await running.ended;
    expect(code, log).toBe(0);
    await judges.close();
    for (const { reasoning_score, summary } of await contest.resultsOf(run.run_id)) {
      expect(reasoning_score).toBe(0.5);
      expect((summary as Record<string, string>).reasoning_model).toMatch(/^judge\/(one, judge\/two|two, judge\/one)$/);
    }
  });
});

describe('a validator', () => {
  it('a validator finishes a run although the arena was restarted in the middle of it', {
    timeout: scaled(60_000),
  }, async () => {
    const version = await contest.submit('steady', singleSearchAgent({ seconds: 0.5 }));
    const validator = await contest.validator('one');
    validator.start();
    await until(async () => (await contest.runsOf(version))[0]?.status === 'RUNNING');
    await until(() => sealedIn(join(contest.folder, 'validators', 'one')).length >= 1);
    await contest.stopArena();
    await until(() => contest.log.some(({ fields }) => fields.fault === 'ARENA_UNREACHABLE'));
    await contest.startArena();
    await validator.drain();
    const runs = await contest.runsOf(version);
    expect(runs.map(({ status }) => status)).toEqual(['SUCCESS']);
    expect(await contest.resultsOf(runs[0]!.run_id)).toHaveLength(contest.problems.length);
    expect(validator.status()).toMatchObject({ state: 'stopped', scored: 1, failed: 0 });
  });

  it('a validator drops a cancelled run, and reports nothing more about it', { timeout: scaled(60_000) }, async () => {
    const version = await contest.submit('unwanted', singleSearchAgent({ seconds: 20 }));
    const validator = await contest.validator('three');
    validator.start();
    await until(async () => (await contest.runsOf(version))[0]?.status === 'RUNNING');
    await cancelVersion(contest.arena.arena, version, { who: 'operator', reason: 'withdrawn' });
    await until(() => validator.status().dropped === 1);
    await validator.drain();
    expect((await contest.runsOf(version)).map(({ status }) => status)).toEqual(['CANCELLED']);
    expect(readdirSync(join(contest.folder, 'validators', 'three', 'journal'))).toEqual([]);
  });

  it('a validator reports nothing of a run with changed evidence', { timeout: scaled(60_000) }, async () => {
    const data = join(contest.folder, 'validators', 'five');
    const version = await contest.submit('meddled', singleSearchAgent({ seconds: 0.5 }));
    const validator = await contest.validator('five');
    validator.start();
    await until(async () => (await contest.runsOf(version))[0]?.status === 'RUNNING');
    await until(() => sealedIn(data).length >= 1);
    const [run] = await contest.runsOf(version);
    // A chain of receipts that was cut at its end is still valid in itself.
    writeFileSync(runPath(data, run!.run_id), '');
    await until(() => validator.status().failed === 1);
    const again = await until(async () => (await contest.runsOf(version))[0]);
    expect(again).toMatchObject({ status: 'FAILED', failure_owner: 'validator' });
    expect(again.failure_reason).toContain('can no longer be trusted');
    await until(() => validator.status().scored === 1);
    await validator.drain();
  });

  it('a validator runs only the exact file that was submitted', { timeout: scaled(60_000) }, async () => {
    const version = await contest.submit('altered', singleSearchAgent());
    const meddler = createServer((_request, response) => response.end(singleSearchAgent()));
    await new Promise<void>((resolve) => meddler.listen(0, '127.0.0.1', resolve));
    contest.publicUrl = `http://127.0.0.1:${(meddler.address() as AddressInfo).port}`;
    const validator = await contest.validator('two');
    validator.start();
    await until(() => validator.status().failed >= 1);
    contest.publicUrl = undefined;
    await until(() => validator.status().scored === 1);
    await validator.drain();
    meddler.close();
    const runs = await contest.runsOf(version);
    expect(runs[0]).toMatchObject({ status: 'FAILED', failure_owner: 'platform' });
    expect(runs[0]!.failure_reason).toContain('is not the submitted one');
    expect(await contest.resultsOf(runs[0]!.run_id)).toEqual([]);
    expect(runs.at(-1)).toMatchObject({ status: 'SUCCESS' });
  });

  it.skipIf(!CAN_HAVE_SMALL_DISK)(
    'a validator stops claiming while its disk is full, and continues afterwards',
    { timeout: scaled(60_000) },
    async () => {
      const disk = SmallDisk.mount(join(contest.folder, 'validators', 'four'));
      try {
        const version = await contest.submit('large', singleSearchAgent({ seconds: 0.5 }));
        const validator = await contest.validator('four', { data: disk.folder });
        validator.start();
        await until(async () => (await contest.runsOf(version))[0]?.status === 'RUNNING');
        disk.fill();
        await until(() => validator.status().state === 'no space');
        const [run] = await contest.runsOf(version);
        expect(run).toMatchObject({ status: 'FAILED', failure_owner: 'validator' });
        expect(run!.failure_reason).toContain('disk is full');
        disk.clear();
        await until(() => validator.status().scored === 1);
        await validator.drain();
        expect((await contest.runsOf(version)).map(({ status }) => status)).toEqual(['FAILED', 'SUCCESS']);
      } finally {
        disk.unmount();
      }
    },
  );
});
