import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DECISIONS } from '../../agency/follow.ts';
import type { Attempt } from '../../attempt/attempt.ts';
import { readRunFile } from '../../attempt/record/run-file.ts';
import { AttemptStore } from '../../attempt/record.ts';
import { verifyAttempt } from '../../attempt/verify-attempt.ts';
import { type VersionStatusWire, versionStatusSchema } from '../../board/wire.ts';
import { ArenaClient } from '../../client/arena-client.ts';
import { recountProbes } from '../../corpus/intake.ts';
import { parseJson } from '../../json/parse-json.ts';
import { scaled } from '../../testing/scaled.ts';
import { verifyProbes } from '../commands/status/verify-probes.ts';
import { AssayRunner } from '../testing/assay-runner.ts';
import { SampleContest, type SampleOptions } from '../testing/sample-contest.ts';
import { singleSearchAgent } from '../testing/single-search-agent.ts';
import { until } from '../testing/until.ts';
import { ValidatorSetup } from '../testing/validator-process.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/assay.js', import.meta.url));
/** Its model searches and opens; the program recommends the cheapest product. */
const SCRIPT = new URL('../../../agents/labelled/script_picks.py', import.meta.url);
const PROBLEMS = 7;

type VersionAgency = NonNullable<VersionStatusWire['agency']>;

let contest: SampleContest;
beforeAll(async () => {
  contest = await SampleContest.open({ problems: PROBLEMS, queue: { leaseSeconds: 30 } });
  await contest.register('one');
});
afterEach(() => contest.tidy());
afterAll(() => contest.close());

async function attemptsOf(data: string, runId: string): Promise<readonly Attempt[]> {
  const store = new AttemptStore(data);
  const verified = readRunFile(data, runId).receipts.map(({ attempt_id }) => verifyAttempt(store, attempt_id));
  return (await Promise.all(verified)).map(({ attempt }) => attempt!);
}

async function evaluated(version: string, examination: SampleOptions['examination'] = {}) {
  const validator = await contest.validator('one', { once: true, examination });
  validator.start();
  await validator.ended;
  const [run] = await contest.runsOf(version);
  const attempts = await attemptsOf(join(contest.folder, 'validators', 'one'), run!.run_id);
  const answer = versionStatusSchema;
  const path = `/v1/public/agent-versions/${version}/status`;
  const status = await new ArenaClient({ url: contest.url }).ask({ path, answer });
  return { run: run!, attempts, status, agency: status.agency! };
}

/** Checks that anyone can recompute the reported follow rates from the recorded evidence, once it is public. */
async function expectRecountable(version: string, { decisions }: VersionAgency): Promise<void> {
  const verify = () =>
    verifyProbes(new ArenaClient({ url: contest.url }), version, false, join(contest.folder, 'kept'));
  const change = (table: 'agent_versions' | 'suites', values: object) =>
    contest.arena.arena.database.withTransaction(async (transaction) => {
      await transaction.updateTable(table).set(values).execute();
    });
  const closed = { closed: 'not_released', recounted: null, report: { probes: [{ problem_id: null }] } };
  expect(await verify()).toMatchObject([closed]);
  await change('agent_versions', { released_at: 1 });
  expect(await verify()).toMatchObject([closed]);
  await change('suites', { is_public: true });
  const [verified] = await verify();
  const { report, recounted } = verified!;
  expect(recounted).toMatchObject({ agrees: true, flaws: [] });
  for (const decision of DECISIONS) {
    const { followed, of } = decisions[decision];
    expect(recounted!.counts![decision]).toEqual({ followed, of });
  }
  const words = ['status', version, '--arena-url', contest.url, '--verify-probes', '--wallet', 'none'];
  const shown = await new AssayRunner().run(words, { cwd: contest.folder });
  expect(shown, shown.error).toMatchObject({ code: 0, output: expect.stringContaining('agrees') });

  const file = join(contest.folder, 'kept', `${report.eval_run_id}-probe-1.json.gz`);
  const text = gunzipSync(readFileSync(file)).toString('utf8');
  const evidence = parseJson(text) as { ok: true; value: { attempt: Attempt } };
  const reported = {
    runId: report.eval_run_id,
    validator: report.validator_hotkey,
    codeSha256: evidence.value.attempt.agent.sha256,
    decisions: report.decisions,
    receiptHashes: report.probes.map(({ receipt_hash }) => receipt_hash),
  };
  expect(recountProbes(reported, [text])).toEqual(recounted);
  const inflated = { ...reported.decisions, search: { followed: 9, of: 9 } };
  expect(recountProbes({ ...reported, decisions: inflated }, [text]).flaws[0]).toMatch(/^search: 9 of 9 reported/);
  const untrue: [change: Partial<typeof reported>, evidence: readonly string[], flaw: RegExp][] = [
    [{}, [text.replace('"changed":{', '"renamed":{')], /was changed/],
    [{}, [], /missing/],
    [{ codeSha256: 'f'.repeat(64) }, [text], /another agent/],
    [{ receiptHashes: ['f'.repeat(64)] }, [text], /not the reported one/],
    [{ validator: 'nobody' }, [text], /another validator/],
  ];
  for (const [difference, files, flaw] of untrue) {
    const { agrees, counts, flaws } = recountProbes({ ...reported, ...difference }, files);
    expect([agrees, counts]).toEqual([false, null]);
    expect(flaws[0]).toMatch(flaw);
  }
}

describe('probe attempts', () => {
  it('probe attempts show who decides in a version, and do not enter the score', {
    timeout: scaled(90_000),
  }, async () => {
    const honest = await contest.submit('native_tools.py');
    const { run, attempts, status, agency } = await evaluated(honest);
    const probes = attempts.filter(({ probe }) => probe);
    expect([attempts.length, probes.length]).toEqual([PROBLEMS + 1, 1]);
    expect(run).toMatchObject({ status: 'SUCCESS' });
    expect(run.score_components).toMatchObject({ total_problems: PROBLEMS, scored_problems: PROBLEMS });
    const reported = (await contest.resultsOf(run.run_id)).map(({ summary }) => summary!.attempt_id);
    expect(reported).toHaveLength(PROBLEMS);
    expect(reported).not.toContain(probes[0]!.attempt_id);
    expect(agency).toMatchObject({
      reports: 1,
      probe_attempts: 1,
      is_applied: false,
      score_without: status.final_score,
    });
    const { search, view, recommend } = agency.decisions;
    const all = [search, view, recommend];
    const sum = (key: 'followed' | 'of') => all.reduce((total, rate) => total + rate[key], 0);
    expect(sum('of')).toBeGreaterThan(0);
    expect(sum('followed')).toBeGreaterThan(sum('of') / 2);
    expect(agency.told.request_shown).toBe(1);
    expect(contest.log.filter(({ level }) => level === 'warn')).toEqual([]);
    await expectRecountable(honest, agency);

    const scripted = await evaluated(await contest.submit('script_picks', readFileSync(SCRIPT, 'utf8')));
    expect(scripted.agency).toMatchObject({ reports: 1, decisions: { recommend: { decides: 'program' } } });
    // Its recommendations show it in every attempt; a probe that happened to change two of them also shows it, and
    // takes precedence.
    expect(['unsaid', 'ignored']).toContain(scripted.agency.decisions.recommend.why);
    expect(scripted.agency.unsaid.recommendations).toBeGreaterThan(agency.unsaid.recommendations!);
  });

  it('an agent that uses up its credit on one problem is still probed', {
    timeout: scaled(90_000),
  }, async () => {
    const asking = singleSearchAgent({ asks: true });
    const dear = JSON.stringify(contest.problems[0]!.query.slice(0, 30));
    const tokens = `"max_tokens": 200_000 if problem_data["query"].startswith(${dear}) else 100,\n        "messages"`;
    const version = await contest.submit('spender', asking.replace('"messages"', tokens));
    const { attempts, agency } = await evaluated(version, { creditDollars: 0.02 });
    const scored = attempts.filter(({ probe }) => !probe);
    expect(scored.map(({ fault }) => fault?.code ?? null).toSorted()).toEqual([
      'CREDIT_EXHAUSTED',
      ...Array.from({ length: PROBLEMS - 1 }, () => null),
    ]);
    expect(attempts.filter(({ probe, fault }) => probe && fault === null)).toHaveLength(1);
    expect(agency).toMatchObject({ reports: 1, probe_attempts: 1 });
  });

  /** A validator process with the run of a slow agent, stopped as soon as it has begun to probe. */
  async function stoppedWhileProbing(name: string, signal: NodeJS.Signals) {
    const version = await contest.submit(name, singleSearchAgent({ seconds: 0.8, asks: true }));
    const place = new ValidatorSetup(PROGRAM, contest, name);
    const { chain, refreshMetagraph } = contest.arena.services;
    await chain!.register(place.hotkey, 50_000n * 1_000_000_000n);
    await refreshMetagraph();
    const running = place.start('--skip-weights', '--grace', '0');
    const journals = join(place.data, 'journal');
    const hasBegun = () =>
      existsSync(journals) &&
      readdirSync(journals).some(
        (file) => file.endsWith('.jsonl') && readFileSync(join(journals, file), 'utf8').includes('"what":"probes"'),
      );
    await until(hasBegun);
    running.child.kill(signal);
    const { code, log } = await running.ended;
    return { version, place, code, log };
  }

  it('a validator killed during probe attempts does not repeat them', {
    timeout: scaled(90_000),
  }, async () => {
    const { version, place } = await stoppedWhileProbing('killed', 'SIGKILL');
    const { code, log } = await place.start('--skip-weights', '--once').ended;
    expect(code, log).toBe(0);
    const runs = await contest.runsOf(version);
    expect(runs.map(({ status }) => status)).toEqual(['SUCCESS']);
    const attempts = await attemptsOf(place.data, runs[0]!.run_id);
    expect(attempts.filter(({ probe }) => probe).length).toBeLessThanOrEqual(1);
    expect(attempts.filter(({ probe, fault }) => !probe && fault === null)).toHaveLength(PROBLEMS);
  });

  it('a stopping validator aborts probe attempts, and its run keeps its score', {
    timeout: scaled(90_000),
  }, async () => {
    const { version, code, log } = await stoppedWhileProbing('stopped', 'SIGTERM');
    expect(code, log).toBe(0);
    const [run] = await contest.runsOf(version);
    expect(run).toMatchObject({ status: 'SUCCESS', score_components: { total_problems: PROBLEMS } });
  });
});
