import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeReleaseAt } from '../../arena/race/code-release.ts';
import { AttemptStore } from '../../attempt/record.ts';
import { verifyAttempt } from '../../attempt/verify-attempt.ts';
import { indexPath } from '../../market/market-folder.ts';
import { MarketIndex } from '../../market/market-index.ts';
import { findClusters, questionOf } from '../../problems/clusters.ts';
import { readProblemFile } from '../../problems/read-problem-file.ts';
import { bankPaths, drawCommitment, drawDocumentSchema } from '../../problems/suites.ts';
import { examineArena } from '../../server/doctor.ts';
import { parseArenaConfig } from '../../server/start.ts';
import { sha256 } from '../../store/sha256.ts';
import { looserThanPrivate } from '../../store/testing/looser-than-private.ts';
import { scaled } from '../../testing/scaled.ts';
import { DemoOutput } from '../demo/demo-output.ts';
import { type DemoSetup, openDemo } from '../demo/open-demo.ts';
import { agentOf, CHALLENGER, CONTESTANTS } from '../demo/participants.ts';
import { runDemo } from '../demo/run-demo.ts';
import { createTerminal } from '../output/terminal.ts';
import { fewAttacks } from '../testing/sample-contest.ts';
import { announceContest, endAnnouncement, keepContest, SMALL_SIZES } from '../testing/small-contest.ts';

const ASSAY = fileURLToPath(new URL('../../../bin/assay.js', import.meta.url));
const SIMULATED = { simulated: true, model: 'house/adept' };
const VALIDATORS = ['northwind', 'eastgate', 'southbank'];
const folder = mkdtempSync(join(tmpdir(), 'assay-demo-'));
beforeAll(announceContest);
afterAll(() => {
  endAnnouncement();
  rmSync(folder, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: the API as a stranger reads it, without our own types.
type Json = any;
type Claims = Awaited<ReturnType<typeof runDemo>>;

let asked = 0;
async function get(url: string, path: string): Promise<Json> {
  const response = await fetch(`${url}/v1/public${path}${path.includes('?') ? '&' : '?'}test=${++asked}`);
  expect(response.status, path).toBe(200);
  return await response.json();
}

/** Queries the arena at the moment a line is printed, for values that change over time. */
class WatchedOutput extends DemoOutput {
  readonly #looks: Promise<Json>[] = [];
  url = '';
  onTell: (line: string) => void = () => {};

  constructor() {
    super(createTerminal(true));
  }

  override tell(line: string): void {
    super.tell(line);
    const look = async () => ({ line, chain: await get(this.url, '/chain/ledger'), top: await get(this.url, '/top') });
    if (/^After|Consensus/.test(line)) this.#looks.push(look());
    this.onTell(line);
  }

  async look(pattern: RegExp): Promise<Json> {
    return (await Promise.all(this.#looks)).find(({ line }) => pattern.test(line));
  }
}

async function open(output: WatchedOutput, signal = new AbortController().signal): Promise<DemoSetup> {
  const options = {
    folder,
    port: 0,
    sizes: SMALL_SIZES,
    attacks: fewAttacks(),
    model: 'house/adept',
    apiKeyEnv: 'NONE',
  };
  const stage = await openDemo({ ...options, signal }, output);
  output.url = stage.url;
  return stage;
}

async function eventsOf(url: string): Promise<Json[]> {
  const events: Json[] = [];
  for (;;) {
    const page = await get(url, `/ledger?limit=1000&after=${events.length}`);
    events.push(...page.events);
    if (events.length >= page.head) return events;
  }
}

function count(events: readonly Json[], what: string): number {
  return events.filter((event) => event.what === what).length;
}

/** Checks every printed sentence and every field of the document against the arena's public API. */
async function checkClaims(claims: Claims, output: WatchedOutput): Promise<void> {
  const { url } = claims;
  const told = output.lines.join('\n');
  await checkExam(claims, told);
  await checkContestants(claims, told);
  await checkRaces(claims, told);
  await checkPay(claims, output);
  await checkCode(claims, told);
  const stores = VALIDATORS.map((name) => new AttemptStore(join(claims.corpus.folder, name)));
  const kept = stores.reduce((sum, store) => sum + store.list().length, 0);
  expect(kept).toBeGreaterThanOrEqual(claims.corpus.attempts);
  expect(told).toContain(`${claims.corpus.attempts} attempts were graded`);
  expect((await verifyAttempt(stores[0]!, stores[0]!.list()[0]!)).verified).toBe(true);
  await checkCorpus(claims, told);
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  expect([page.status, (await fetch(`${url}/docs`)).status]).toEqual([200, 200]);
  expect(await page.text()).toContain('<title>Assay</title>');
}

/** Checks the kept rows: made by agentic agents, on public problems, each with its receipt. */
async function checkCorpus({ url, corpus }: Claims, told: string): Promise<void> {
  const { filtered } = corpus;
  expect(told).toContain(
    `The training-data filter read ${filtered.rows} recorded attempts, including ${filtered.probes} probes (ungraded attempts in which the gateway changed the model's answers). It keeps ${filtered.kept} for training. It rejects the rest, some for more than one reason: ${filtered.scripted} were scripted, ${filtered.withheld} were on problems that are still hidden`,
  );
  expect(filtered.rows - filtered.probes).toBeLessThanOrEqual(corpus.attempts);
  const lines = readFileSync(join(filtered.folder, 'trajectories.jsonl'), 'utf8').split('\n');
  const rows: Json[] = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  expect(rows).toHaveLength(filtered.kept);
  expect(filtered.scripted).toBeGreaterThan(0);
  expect(filtered.withheld).toBeGreaterThan(0);
  const open = new Set((await readProblemFile(join(folder, 'suite.jsonl'))).map(({ id }) => id));
  // The others never let the model decide on a call.
  const agentic = [...CONTESTANTS, CHALLENGER]
    .filter(({ kind }) => /^agentic|spends/.test(kind))
    .map((each) => agentOf(each, SIMULATED));
  const sources = agentic.map(({ source }) => sha256(source));
  for (const row of rows) {
    expect(open).toContain(row.problem_id);
    expect(sources).toContain(row.agent);
    expect(row.receipt.hash).toMatch(/^[0-9a-f]{64}$/);
  }
  // Rows of contestants whose licence allows nothing are on the site neither as a sample nor in a file.
  const { release } = corpus;
  expect(told).toContain(`${release.rows} are published at`);
  if (release.rows === 0) {
    // A contest this small may keep nothing, and then nothing is published.
    expect((await fetch(`${url}/v1/public/corpus`)).status).toBe(404);
    return;
  }
  const { files, funnel } = await get(url, '/corpus');
  expect(funnel.at(-1)).toMatchObject({ rows: release.rows });
  for (const { name } of files.filter((file: Json) => file.name.endsWith('trajectories.jsonl'))) {
    const text = await (await fetch(`${url}/v1/public/corpus/files/${encodeURIComponent(name)}`)).text();
    for (const line of text.split('\n').filter(Boolean)) expect(JSON.parse(line).licence).toBe('CC-BY-4.0');
  }
}

/**
 * Checks that the records of a whole contest with races, evidence, a corpus release and a local chain are consistent.
 */
async function checkRecords(): Promise<void> {
  const place = join(folder, 'arena');
  const { checks } = await examineArena({
    folder: place,
    config: parseArenaConfig({}),
    environment: {},
    bankFolder: join(place, 'bank'),
    quick: false,
    repair: false,
    who: 'operator',
  });
  expect(checks.flatMap(({ findings }) => findings)).toEqual([]);
  const examined = Object.fromEntries(checks.map((check) => [check.name, check.examined]));
  for (const name of ['ledger', 'chain', 'queue', 'problems', 'bank', 'blobs', 'evidence']) {
    expect(examined[name], name).toBeGreaterThan(0);
  }
}

async function checkExam({ url, market, exam, validators, sandbox }: Claims, told: string): Promise<void> {
  const index = MarketIndex.open(indexPath(join(folder, 'market')));
  expect(market).toEqual({ products: index.manifest.products, shops: index.manifest.shops, seed: 7 });
  index.close();
  const suite = await get(url, '/suites/current');
  expect(exam).toMatchObject({ suite_id: suite.suite_id, public_problems: suite.problem_count });
  expect((await get(url, `/suites/${suite.suite_id}/problems`)).problems).toHaveLength(SMALL_SIZES.suite);
  const open = await readProblemFile(join(folder, 'suite.jsonl'));
  const hidden = await readProblemFile(bankPaths(join(folder, 'arena', 'bank')).bank);
  expect(exam.hidden_problems).toBe(hidden.length);
  const { clusters } = findClusters([...open, ...hidden].map(questionOf));
  const leaks = clusters.filter(
    (each) => each.some((place) => place < open.length) && each.some((p) => p >= open.length),
  );
  expect(leaks).toEqual([]);
  const { neurons } = await get(url, '/chain/metagraph');
  for (const { hotkey, uid, stake, name } of validators) {
    expect(neurons[uid]).toMatchObject({ hotkey, stake, validator_permit: true });
    expect(told).toContain(`${name} (${(Number(stake) / 1e9).toLocaleString('en-US')} TAO)`);
  }
  expect(told).toContain(`stopped all ${sandbox.attacks} hostile test agents`);
}

async function checkContestants({ url, contestants }: Claims, told: string): Promise<void> {
  expect(contestants.map(({ agent }) => agent)).toEqual([...CONTESTANTS, CHALLENGER].map(({ name }) => name));
  const { entries } = await get(url, '/leaderboard');
  for (const each of contestants.filter(({ state }) => state !== 'REJECTED')) {
    const status = await get(url, `/agent-versions/${each.agent_version_id}/status`);
    expect(each).toMatchObject({
      hotkey: status.miner_hotkey,
      qualifying_score: status.final_score,
      score_interval: status.score_interval,
      race_score: status.race_score,
      state: status.phase,
    });
    const entry = entries.find((other: Json) => other.agent_version_id === each.agent_version_id);
    expect(entry.final_score).toBe(each.qualifying_score);
    expect([...CONTESTANTS, CHALLENGER].find(({ name }) => name === each.agent)?.person).toBe(entry.miner_name);
    expect(told).toContain(entry.final_score.toFixed(4));
  }
  const why = Object.fromEntries(contestants.map(({ agent, why }) => [agent, why]));
  expect(why.wrong_field).toContain('AGENT_RAISED');
  // Eight attempts each, or twelve when an audit added a third validator.
  expect(told).toMatch(/wrong_field failed all (8|12) attempts with AGENT_RAISED \(the agent's fault\)/);
  expect(told).toMatch(/never_sure failed (all|\d+ of) (8|12) attempts(, \d+ of them)? with CREDIT_EXHAUSTED/);
  expect(why.never_sure).toContain('CREDIT_EXHAUSTED');
  const refused = (await eventsOf(url)).find(({ what }) => what === 'submission.refused');
  const cheater = contestants.find(({ agent }) => agent === 'answer_table')!;
  expect(cheater).toMatchObject({ state: 'REJECTED', hotkey: refused.who, agent_version_id: null });
  expect(refused.data.codes).toEqual(expect.arrayContaining(cheater.why.split(', ')));
  for (const code of ['IMPORT_BLOCKED', 'DECODER_CALLED']) expect(told).toContain(`${code} on line`);
}

async function checkRaces({ url, races }: Claims, told: string): Promise<void> {
  expect(races.length).toBeGreaterThanOrEqual(2);
  for (const race of races) {
    const { race: found, qualifiers, result, draw } = await get(url, `/races/${race.race_id}`);
    const drawn = drawDocumentSchema.parse(draw);
    expect(drawCommitment(drawn)).toBe(found.draw_commitment);
    const nameOf = (id: string) => qualifiers.find((each: Json) => each.agent_version_id === id).agent_name;
    expect(race).toMatchObject({
      race_number: found.race_number,
      racers: qualifiers.length,
      problems: SMALL_SIZES.race,
      draw_commitment: found.draw_commitment,
      draw_is_as_committed: true,
      crown: nameOf(result.top_agent_version_id),
      changed: result.changed,
      margin: result.margin,
    });
    const places = result.ranking.map((each: Json) => `${nameOf(each.agent_version_id)} ${each.score.toFixed(4)}`);
    expect(race.ranking).toEqual(places);
    for (const place of places) expect(told).toContain(place);
    expect(told).toContain(`Race ${found.race_number}: ${qualifiers.length} agents`);
    if (race.remark !== null) {
      const compared = result.comparisons.find((each: Json) => each.remark === race.remark);
      const [low, high] = compared.interval.map((end: number) =>
        (100 * end)
          .toFixed(1)
          .replace(/^-0\.0$/, '0.0')
          .replace('-', '−'),
      );
      const name = nameOf(compared.agent_version_id);
      expect(told).toMatch(
        new RegExp(`${name}, .*, solved .* of the ${compared.problems} problems .*95 % interval: ${low} to ${high}\\)`),
      );
    }
  }
  const { entries } = await get(url, '/top/history');
  const crowned = races.filter(({ changed }) => changed).map(({ crown }) => crown);
  // Newest first. A challenger that did not win on Tuesday's few problems may become champion the day after, when the
  // demo has already printed its results.
  const wearers = entries.map((each: Json) => each.agent_name).toReversed();
  expect(wearers.slice(0, crowned.length)).toEqual(crowned);
}

async function checkPay({ weights, pay, validators, contestants }: Claims, output: WatchedOutput): Promise<void> {
  expect(weights.alike).toBe(true);
  expect(weights.sent.map(({ name }) => name)).toEqual(VALIDATORS);
  for (const { uids, values } of weights.sent)
    expect([uids, values]).toEqual([weights.sent[0]!.uids, weights.sent[0]!.values]);
  const weighed = await output.look(/Consensus/);
  const { incentive } = weighed.chain.latest_epoch;
  expect(weights.consensus.map(({ uid, share }) => [uid, share])).toEqual(
    incentive.flatMap((share: number, uid: number) => (share === 0 ? [] : [[uid, share]])),
  );
  expect(weighed.line).toContain('sent identical weights');
  for (const { uid } of validators) expect(weighed.chain.neurons[uid].last_update).toBeGreaterThan(0);
  const paid = await output.look(/^After/);
  const { earned, burned, epochs } = paid.chain;
  expect(pay).toMatchObject({ epochs, burned });
  // The share shrinks over time, and has not begun to when the last race changed the champion.
  expect(pay.share).toBeCloseTo(paid.top.emission_weight, 4);
  expect(pay.share).toBeLessThanOrEqual(1);
  const hotkeys = new Map(
    [...validators, ...contestants.map(({ agent, hotkey }) => ({ name: agent, hotkey }))].map((each) => [
      each.name,
      each.hotkey,
    ]),
  );
  for (const { name, rao } of pay.paid) expect(earned[hotkeys.get(name)!]).toBe(rao);
  const total = Object.values<string>(earned).reduce((sum, rao) => sum + BigInt(rao), BigInt(burned));
  expect(total).toBeLessThanOrEqual(BigInt(epochs) * 100_000_000_000n);
}

async function checkCode({ url, code, races }: Claims, told: string): Promise<void> {
  const { winner, loser } = code;
  const file = agentOf([...CONTESTANTS, CHALLENGER].find(({ name }) => name === races.at(-1)!.crown)!, SIMULATED);
  const response = await fetch(winner.url);
  expect(response.status).toBe(200);
  expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(sha256(file.source));
  const { entries } = await get(url, '/top/history');
  const reign = entries.findLast((each: Json) => each.agent_version_id === winner.agent_version_id);
  const due = codeReleaseAt(Temporal.Instant.from(reign.top_at)).epochMilliseconds;
  expect(Date.parse(winner.released_at)).toBeGreaterThanOrEqual(due);
  expect(Date.parse(winner.released_at)).toBeLessThan(due + 3_600_000);
  const refusal = await fetch(loser.url);
  expect([refusal.status, ((await refusal.json()) as Json).error_code]).toEqual([
    loser.status,
    'ARTIFACT_NOT_RELEASED',
  ]);
  expect(told).toContain(`${loser.status} ARTIFACT_NOT_RELEASED`);
  expect(told).toContain(winner.url);
}

describe('assay demo', () => {
  it('assay demo prints only what its arena confirms, resumes after an interruption, and repeats nothing', {
    timeout: scaled(240_000),
  }, async () => {
    const stop = new AbortController();
    const interrupted = new WatchedOutput();
    const broken = await open(interrupted, stop.signal);
    interrupted.onTell = (line) =>
      /^Sandbox self-test/.test(line) && setTimeout(() => stop.abort(new Error('Ctrl-C')), 1_500);
    await expect(runDemo(broken)).rejects.toThrow();
    await broken.close();

    const output = new WatchedOutput();
    const stage = await open(output);
    const claims = await runDemo(stage);
    await checkClaims(claims, output);
    const before = await eventsOf(stage.url);
    await stage.close();

    const again = new WatchedOutput();
    const reopened = await open(again);
    const repeated = await runDemo(reopened);
    const after = await eventsOf(reopened.url);
    await reopened.close();
    expect(repeated.contestants).toEqual(claims.contestants);
    expect(repeated.races).toEqual(claims.races);
    expect(repeated.corpus).toEqual(claims.corpus);
    for (const what of ['submission.accepted', 'submission.refused', 'run.claimed', 'race.started', 'crown.passed']) {
      expect(count(after, what), what).toBe(count(before, what));
    }
    expect(count(after, 'submission.accepted')).toBe(6);
    const times = after.map(({ when }) => Date.parse(when));
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(looserThanPrivate(folder)).toEqual([]);
    await checkRecords();
    keepContest(folder);
  });

  it('assay demo names the port that is taken before it does anything else', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as { port: number };
    const words = ['demo', '--once', '--port', String(port), '--data', join(folder, 'blocked')];
    const child = execFile(process.execPath, [ASSAY, ...words]);
    let said = '';
    child.stderr!.on('data', (text) => {
      said += text;
    });
    const [code] = await once(child, 'exit');
    blocker.close();
    expect(code).toBe(2);
    expect(said).toMatch(/Port \d+ on 127\.0\.0\.1 is already in use\.\n {2}→ Choose another with --port/);
  });
});
