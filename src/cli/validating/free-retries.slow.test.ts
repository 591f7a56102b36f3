import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteCredential, storeCredential } from '../../arena/credentials.ts';
import { AttemptStore } from '../../attempt/record.ts';
import { verifyAttempt } from '../../attempt/verify-attempt.ts';
import { scaled } from '../../testing/scaled.ts';
import { type LuckyModels, startLuckyModels } from '../testing/lucky-models.ts';
import { SampleContest, walletOf } from '../testing/sample-contest.ts';
import { until } from '../testing/until.ts';

/** What an agent may try after a bad coin toss, to get the attempt repeated. */
const TRICKS = {
  honest: 'pass',
  'asks for a model that the provider lacks': 'assay.chat(ask("again"), model="missing/model", tries=1)',
  'runs into its own rate limit': 'assay.chat(ask("trouble 429"), tries=1)',
  'asks for what gets 503': 'assay.chat(ask("trouble 503"), tries=1)',
  'asks for what gets 504': 'assay.chat(ask("trouble 504"), tries=1)',
} as const;

/** Tosses a coin with its model, and raises on tails. */
function coinAgent(trick: string, before = 'pass'): string {
  return `import assay


def ask(question):
    return [{"role": "user", "content": question}]


def agent_main(problem_data):
    dialogue = assay.Dialogue(problem_data["query"])
    coin = str(assay.chat(ask(problem_data["query"]), tries=1))
    ${before}
    if "heads" not in coin:
        try:
            ${trick}
        finally:
            raise RuntimeError("unlucky")
    chosen = assay.tools.execute("recommend_product", {"product_ids": "none"})
    dialogue.add(think=coin, tool_calls=[chosen])
    return dialogue.steps  # ${randomBytes(8).toString('hex')}
`;
}

let models: LuckyModels;
let contest: SampleContest;
beforeAll(async () => {
  models = await startLuckyModels(
    (question) => contest.problems.findIndex(({ query }) => query === question) % 2 === 1,
  );
  contest = await SampleContest.open({
    problems: 4,
    queue: { leaseSeconds: 20 },
    policy: { agency: { probesPerRun: 0 } },
    config: {
      providers: { chutes: { baseUrl: models.baseUrl, probePath: '/key' } },
      models: ['missing/model', 'some/model'],
    },
  });
  await contest.register('one');
  await connect();
});
beforeEach(() => {
  models.reset();
  models.isThere = true;
});
afterEach(() => contest.tidy());
afterAll(async () => {
  await contest.close();
  await models.close();
});

const gatewayLimits = { modelTries: 2, retryMilliseconds: 1 };
const examination = { endpoint: { attempts: 1 }, gatewayLimits };

async function connect(): Promise<void> {
  const { arena, services } = contest.arena;
  const credential = { hotkey: walletOf('miner').address, provider: 'chutes', credential: 'sk-of-the-contestant' };
  await storeCredential(arena, services.providers, credential);
}

/** The attempts of a run, oldest first. */
async function attemptsOf(runId: string) {
  const store = new AttemptStore(join(contest.folder, 'validators', 'one'));
  const attempts = store.list().map((id) => store.read(id));
  const own = attempts.filter(({ run_id }) => run_id === runId);
  return own.toSorted((one, other) => (one.started_at < other.started_at ? -1 : 1));
}

async function publicExcuses(versionId: string) {
  const answer = await fetch(`${contest.url}/v1/public/agent-versions/${versionId}/status`);
  return ((await answer.json()) as { excuses: unknown }).excuses;
}

describe('unlucky agents', { timeout: scaled(60_000) }, () => {
  it.each(Object.entries(TRICKS))('an unlucky agent gets no second attempt: %s', async (name, trick) => {
    const version = await contest.submit(name.replaceAll(' ', '-').slice(0, 30), coinAgent(trick));
    const validator = await contest.validator('one', { examination, once: true });
    validator.start();
    await validator.ended;
    const runs = await contest.runsOf(version);
    expect(runs).toMatchObject([{ status: 'SUCCESS', excuses: { attempts: 4, repeated: 0, refused: 0 } }]);
    const attempts = await attemptsOf(runs[0]!.run_id);
    expect(attempts).toHaveLength(4);
    expect(attempts.filter(({ fault }) => fault !== null && fault.code !== 'AGENT_RAISED')).toEqual([]);
    // Half of the problems are unlucky: no trick gets more than an honest agent. A rate limit may get less.
    const cameThrough = attempts.filter(({ fault }) => fault === null).length;
    if (trick.includes('429')) expect(cameThrough).toBeLessThanOrEqual(2);
    else expect(cameThrough).toBe(2);
    expect(await publicExcuses(version)).toMatchObject({ runs: 1, attempts: 4, repeated: 0, reasons: {} });
  });
});

describe('agents without a provider', { timeout: scaled(60_000) }, () => {
  it('a contestant that disconnects its provider fails by its own fault, and is not run again', async () => {
    const version = await contest.submit('unpaid', coinAgent('pass'));
    const { arena, services } = contest.arena;
    await deleteCredential(arena, services.providers, { hotkey: walletOf('miner').address, provider: 'chutes' });
    const validator = await contest.validator('one', { examination, once: true });
    validator.start();
    await validator.ended;
    await connect();
    expect(await contest.runsOf(version)).toMatchObject([
      { status: 'FAILED', failure_owner: 'agent', failure_code: 'CREDENTIAL_REFUSED' },
    ]);
  });
});

describe('provider outage for all agents', { timeout: scaled(60_000) }, () => {
  const second = 'str(assay.chat(ask("second " + problem_data["query"]), tries=1))';

  it('a provider outage for all costs the contestant nothing, and is not a second attempt either', async () => {
    const version = await contest.submit('waiting', coinAgent('pass', second));
    const validator = await contest.validator('one', { examination, settings: { outageAttempts: 1_000 } });
    const excused = () => contest.log.filter(({ message }) => message.includes('for a reason that is not the agent’s'));
    const before = excused().length;
    validator.start();
    // After the first toss of the first agent.
    await until(() =>
      [...models.draws.keys()].some((question) => contest.problems.some(({ query }) => query === question)),
    );
    models.isThere = false;
    await until(() => excused().length > before);
    models.isThere = true;
    await until(() => validator.status().scored === 1);
    await validator.drain();
    const runs = await contest.runsOf(version);
    const run = runs.find(({ status }) => status === 'SUCCESS')!;
    for (const failed of runs.filter(({ status }) => status !== 'SUCCESS')) {
      expect(failed).toMatchObject({ failure_owner: 'platform', failure_confirmation: { by: 'probe' } });
    }
    const attempts = await attemptsOf(run.run_id);
    const repeated = attempts.filter(({ repeats }) => repeats !== undefined);
    expect(repeated.every(({ replay }) => replay?.departed === false)).toBe(true);
    // Only bad luck counts against the agent.
    const counted = attempts.filter(({ fault }) => fault?.owner !== 'platform');
    expect(counted).toHaveLength(4);
    for (const { fault } of counted) expect([undefined, 'AGENT_RAISED']).toContain(fault?.code);
    const throws = contest.problems.map(({ query }) => models.draws.get(query));
    if (runs.length === 1) {
      expect(throws).toEqual([1, 1, 1, 1]);
      expect(repeated.length).toBeGreaterThan(0);
      expect(await publicExcuses(version)).toMatchObject({ repeated: repeated.length, refused: 0, outages: 1 });
    }
    const store = new AttemptStore(join(contest.folder, 'validators', 'one'));
    for (const { attempt_id } of attempts)
      expect(await verifyAttempt(store, attempt_id)).toMatchObject({ verified: true });
  });
});
