import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { problemToWire } from '../../../../problems/problem-wire.ts';
import { Random } from '../../../../random/random.ts';
import { onEveryEngine } from '../../../../store/testing/every-engine.ts';
import { scaled } from '../../../../testing/scaled.ts';
import { passSampleDay, type SampleDay } from '../../sample/sample-day.ts';
import { markedProblems } from '../../sample/sample-problems.ts';
import { type SecretName, wordOf } from '../../sample/sample-secrets.ts';
import { type SampleRequest, SampleServer } from '../../sample/sample-server.ts';
import { addressOf, type Person } from '../../sample/sample-wallets.ts';
import { type SecretFinder, secretFinder } from '../../sample/secrets-in.ts';
import { flawOf } from './check-answer.ts';
import { hostileRequest } from './hostile-request.ts';
import { type Operation, operationsOf } from './operations.ts';
import type { Meanings } from './value-for.ts';

/** For longer or different runs: ASSAY_FUZZ_REQUESTS=100000 ASSAY_FUZZ_SEED=7. */
const REQUESTS = Number(process.env.ASSAY_FUZZ_REQUESTS ?? 1_800);
const SEED = Number(process.env.ASSAY_FUZZ_SEED ?? 1);
const AT_ONCE = 8;
const MOST_GROWTH_BYTES = 150 * 1024 ** 2;

const SWITCHES = ['is_eligible', 'is_discarded', 'is_flagged', 'ranked'];
const PUBLIC: readonly SecretName[] = ['code of bob, released', 'log of bob, released', 'judge on bob, released'];
/**
 * Secrets that a caller may see besides the public ones, whatever it requests. Others are left out: validators are
 * assigned work, so what they may see varies.
 */
const SEEN: Readonly<Partial<Record<Person, readonly SecretName[]>>> = {
  nobody: [],
  outsider: [],
  banned: [],
  bob: ['code of bob, near copy'],
};

onEveryEngine('fuzzing', (makeDatabase) => {
  let server: SampleServer;
  let day: SampleDay;
  beforeEach(async () => {
    server = await SampleServer.open(makeDatabase);
    day = await passSampleDay(server);
    const body = { credential: wordOf('credential of alice') };
    await server.ask({ as: 'alice', method: 'POST', target: '/v1/miner/inference-auth/chutes', body });
  });
  afterEach(async () => await server.close());

  async function flawIn(request: SampleRequest, operation: Operation, secretsIn: SecretFinder) {
    const answer = await server.ask(request);
    const flaw = flawOf(answer, request, operation);
    const seen = SEEN[request.as!];
    if (flaw !== undefined || seen === undefined) return flaw;
    const found = secretsIn(`${answer.text}${JSON.stringify(answer.headers)}`);
    const shown = found.filter((name) => ![...PUBLIC, ...seen].includes(name));
    return shown.length === 0 ? undefined : `shows ${shown.join(', ')}`;
  }

  /** Tickets for uploading a log and for downloading a file. */
  async function ticketsOf(): Promise<string[]> {
    const presign = {
      eval_run_id: day.runs.held,
      problem_id: day.problems.open[0],
      content_length: 2,
      content_type: 'application/json',
    };
    const asks: SampleRequest[] = [
      { as: 'holder', target: '/v1/validator/uploads/presign', body: presign },
      {
        as: 'nobody',
        target: '/v1/public/artifacts/download-url',
        body: { artifact_type: 'AGENT_CODE', agent_version_id: day.versions.bobReleased },
      },
    ];
    const answers = await Promise.all(asks.map((ask) => server.ask({ ...ask, method: 'POST' })));
    return answers.map(({ json }) => {
      const { upload_url, download_url } = json as { upload_url?: string; download_url?: string };
      return new URL((upload_url ?? download_url)!).pathname.split('/').at(-1)!;
    });
  }

  it('random requests are rejected in the documented form, and reveal nothing', {
    timeout: scaled(60_000 + 100 * REQUESTS),
  }, async () => {
    const secretsIn = secretFinder(server, day, [await server.tokenOf('alice'), await server.tokenOf('admin')]);
    const operations = operationsOf(server.started.server);
    // Operators come later: their random actions soon leave nothing to claim, run or race for.
    const others = operations.filter(({ path }) => !path.startsWith('/v1/admin'));
    const meanings = { ...meaningsOf(day), ticket: await ticketsOf() };
    const flaws: string[] = [];
    const before = heapBytes();
    let next = 0;
    const work = async (): Promise<void> => {
      for (let number = next++; number < REQUESTS; number = next++) {
        const pool = number < REQUESTS / 2 ? others : operations;
        const operation = pool[number % pool.length]!;
        const request = hostileRequest(new Random(SEED, number), operation, meanings);
        const flaw = await flawIn(request, operation, secretsIn).catch(String);
        if (flaw !== undefined) flaws.push(`${number} ${told(request)}: ${flaw}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(flaws.slice(0, 20)).toEqual([]);
    expect(server.defects).toEqual([]);
    expect((await server.ask({ target: '/health/deep' })).status).toBe(200);
    expect(heapBytes() - before).toBeLessThan(MOST_GROWTH_BYTES);
  });
});

function told({ as, method, target, headers, body }: SampleRequest): string {
  const text = body instanceof Uint8Array ? Buffer.from(body).toString('utf8').slice(0, 300) : '';
  return `${as} ${method} ${target.slice(0, 300)} ${JSON.stringify(headers).slice(0, 200)} ${text}`;
}

/** Heap bytes in use after garbage collection. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

function meaningsOf({ versions, runs, suites, races, agents, problems }: SampleDay): Meanings {
  const people = (['outsider', 'outsider', 'poor', 'banned', 'bob'] as const).map(addressOf);
  return {
    agent_version_id: Object.values(versions),
    eval_run_id: [
      ...Object.values(runs),
      ...Array<string>(12).fill(runs.held),
      ...Array<string>(6).fill(runs.heldInRace),
    ],
    suite_id: [suites.open, suites.sealed, 3],
    race_id: Object.values(races),
    agent_id: Object.values(agents),
    problem_id: [...problems.open, ...problems.running],
    hotkey: people,
    miner_hotkey: people,
    validator_hotkey: [...people, addressOf('idle')],
    provider: ['chutes', 'openrouter', 'nobody'],
    ...Object.fromEntries(SWITCHES.map((name) => [name, ['true', 'false']])),
    challenge: ['bittensor-auth:1:00000000000000000000000000000000'],
    reason: ['because'],
    problem_suite_uri: ['bank:open', 'bank:..', 'https://example.org/'],
    'problems[]': markedProblems(6, { prefix: 'fuzzed', question: 'q', answer: 'a' }).map(problemToWire),
  };
}
