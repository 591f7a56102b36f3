import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyseAgent, ProcessFactsReader } from '../../arena/admission.ts';
import { AttemptStore } from '../../attempt/record.ts';
import { verifyAttempt } from '../../attempt/verify-attempt.ts';
import { MemoryCreditAccount } from '../../gateway/credit.ts';
import { OpenAiInference } from '../../inference/openai-inference.ts';
import { scaled } from '../../testing/scaled.ts';
import { type TriedProblem, tryAgent } from '../../validator/try-agent.ts';
import { JudgePanel } from '../../verdict/judge.ts';
import { startCompliantModels } from '../testing/compliant-models.ts';
import { type ContestCheat, contestCheats } from '../testing/contest-cheats.ts';
import { SampleContest, walletOf } from '../testing/sample-contest.ts';

const MODEL = 'some/model';
/** Enough for ten million completion tokens. */
const CREDIT = 12_000_000;
const PRICES = { [MODEL]: { prompt: 300_000, completion: 1_200_000 } };
const AT_ONCE = 4;
const GATEWAY_LIMITS = {
  modelTries: 2,
  retryMilliseconds: 1,
  silenceMilliseconds: scaled(1_500),
  waitMilliseconds: 1_000,
  modelCalls: 20,
  refusals: 40,
  evidenceBytes: 3 * 1024 ** 2,
};

let contest: SampleContest;
let store: AttemptStore;
let reader: ProcessFactsReader;
let cheats: readonly ContestCheat[];
beforeAll(async () => {
  contest = await SampleContest.open({
    problems: 3,
    queue: { leaseSeconds: 30 },
    policy: { agency: { probesPerRun: 0 } },
  });
  await contest.register('one');
  store = new AttemptStore(join(contest.folder, 'cheats'));
  reader = await ProcessFactsReader.find();
  cheats = contestCheats(contest.problems);
}, scaled(120_000));
afterAll(() => contest.close());

/** Runs an agent on its problems one after the other, so that an attempt could find what an earlier one left behind. */
async function tried(cheat: ContestCheat): Promise<readonly TriedProblem[]> {
  const models = await startCompliantModels();
  const inference = new OpenAiInference({ baseUrl: models.baseUrl, attempts: 1 });
  const judges = { inference, models: ['judge/a', 'judge/b'], firstPauseMilliseconds: 1 };
  const order = {
    runId: randomUUID(),
    agent: { name: 'agent.py', source: Buffer.from(cheat.source) },
    problems: contest.problems.slice(0, cheat.problems),
    model: MODEL,
    workers: 1,
  };
  try {
    const attempts = tryAgent(order, {
      models: {
        model: MODEL,
        simulated: false,
        inference,
        allowedModels: [MODEL],
        prices: PRICES,
        credential: { owner: 'contestant', apiKey: 'sk-of-the-contestant' },
      },
      sandbox: contest.sandbox.sandbox,
      search: contest.search,
      store,
      hotkey: walletOf('one'),
      account: new MemoryCreditAccount(CREDIT),
      wallMilliseconds: scaled(8_000),
      gatewayLimits: GATEWAY_LIMITS,
      ...(cheat.way === 'judged' && { judge: new JudgePanel(judges) }),
    });
    return await Array.fromAsync(attempts);
  } finally {
    models.close();
  }
}

/**
 * The outcome of an agent in the terms of its file's declaration; fields that match the declaration are copied from it.
 */
async function outcomeOf(cheat: ContestCheat): Promise<object> {
  const { verdict, findings } = await analyseAgent(Buffer.from(cheat.source), { reader });
  const codes = findings.map(({ code }) => code);
  const check = verdict === 'accepted' ? 'accepted' : codes.join();
  const attempts = await tried(cheat);
  const verified = await Promise.all(attempts.map(({ attempt }) => verifyAttempt(store, attempt.attempt_id)));
  const solved = attempts.filter((attempt) => attempt.verdict.rules.success).length;
  const seen = JSON.stringify(attempts.map(({ dialogue }) => dialogue)).replaceAll('"seen":[]', '');
  const ends = attempts.map(({ attempt }) => attempt.fault?.code ?? 'none');
  const owners = attempts.flatMap(({ attempt }) => attempt.fault?.owner ?? []);
  const solvedWord = solved === 0 ? 'none' : solved === attempts.length ? 'all' : `${solved}`;
  return {
    name: cheat.name,
    check: cheat.check === 'any' || codes.includes(cheat.check as never) ? cheat.check : check,
    ends: ends.every((end) => cheat.ends.includes(end)) ? cheat.ends : ends,
    owner: owners.every((owner) => owner === cheat.owner) ? cheat.owner : owners.join(),
    sees: seen.includes('"seen":') ? 'something' : 'nothing',
    solved: cheat.solved === 'any' ? 'any' : solvedWord,
    problems: attempts.length,
    evidence: verified.map((each) => each.verified),
    unjudged: attempts.filter((attempt) => attempt.verdict.judgement.quality === null).length,
    detail: ends.every((end) => cheat.ends.includes(end))
      ? ''
      : attempts.map(({ attempt }) => attempt.fault?.message).join(' | '),
  };
}

function declared({ name, check, ends, owner, sees, solved, problems }: ContestCheat): object {
  const evidence = Array.from({ length: problems }, () => true);
  return { name, check, ends, owner, sees, solved, problems, evidence, unjudged: 0, detail: '' };
}

describe('agents that try to break the contest', { timeout: scaled(300_000) }, () => {
  it('agents that try to break the contest end as their files declare', async () => {
    const outcomes: object[] = [];
    const queue = [...cheats.entries()];
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        outcomes[next[0]] = await outcomeOf(next[1]);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(outcomes).toEqual(cheats.map(declared));
  });

  it('there are more than thirty contest cheats, of six kinds', () => {
    expect(cheats.length).toBeGreaterThan(30);
    const kinds = ['free retry', 'memory', 'exfiltration', 'forged evidence', 'blame shifting', 'memorising'];
    expect(new Set(cheats.map(({ kind }) => kind))).toEqual(new Set(kinds));
  });
});

describe('agents that attack their reports', { timeout: scaled(120_000) }, () => {
  it('agents that attack their reports get a score of 0, no repetition, and reveal nothing to strangers', async () => {
    for (const { name, source } of cheats.filter(({ way }) => way === 'contest')) {
      const version = await contest.submit(name, source);
      const validator = await contest.validator('one', { once: true });
      validator.start();
      await validator.ended;
      const runs = await contest.runsOf(version);
      const report = { attempts: 3, repeated: 0, refused: 0 };
      expect(runs, name).toMatchObject([{ status: 'SUCCESS', score: 0, excuses: report }]);
      for (const path of ['/status', '/problems', '/runs', '/probes', '/agreement']) {
        const answer = await fetch(`${contest.url}/v1/public/agent-versions/${version}${path}`);
        expect(answer.status).toBe(200);
        const shown = await answer.text();
        expect(shown).not.toContain('LEAK');
        for (const { query } of contest.problems) expect(shown).not.toContain(query);
      }
    }
  });
});
