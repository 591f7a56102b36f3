import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { estimateRate } from '../../../evaluation/report.ts';
import { SimulatedInference } from '../../../simulated/simulated-inference.ts';
import { scaled } from '../../../testing/scaled.ts';
import { AssayRunner } from '../../testing/assay-runner.ts';
import { startSampleModels } from '../../testing/sample-models.ts';
import { imports, SmallEnvironment } from '../../testing/small-environment.ts';

const PYTHON_HOME = fileURLToPath(new URL('../../../../python/', import.meta.url));
const COMPATIBILITY = join(PYTHON_HOME, 'compatibility');
const INSPECT = process.env.ASSAY_INSPECT_PYTHON || undefined;
const HARBOR = process.env.ASSAY_HARBOR_PYTHON || undefined;

const hasInspect = imports(INSPECT, 'inspect_ai, openai, aiohttp, hatchling, pip');
const hasHarbor = imports(HARBOR, 'harbor');
const hasBubblewrap = ['/usr/bin/bwrap', '/usr/local/bin/bwrap'].some((path) => existsSync(path));

const runner = new AssayRunner();
let small: SmallEnvironment;
beforeAll(async () => {
  small = await SmallEnvironment.make(4);
}, scaled(120_000));
afterAll(() => small.remove());

interface ReadLog {
  readonly status: string;
  readonly task: string;
  readonly dataset: string;
  readonly metadata: { readonly suite: string };
  readonly scores: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly samples: readonly {
    readonly id: string;
    readonly epoch: number;
    readonly input: string;
    readonly scores: { readonly solved: number; readonly rule_score: number };
    readonly answer: string;
    readonly explanation: string;
    readonly said: { readonly turns: number; readonly ending: string };
    readonly roles: readonly string[];
    readonly called: readonly string[];
    readonly answered: readonly string[];
    readonly offered: readonly string[];
  }[];
}

/** OpenAI's error for a request that is too long for the model. */
const CONTEXT_FULL = JSON.stringify({
  error: { message: 'This model has a maximum context length.', code: 'context_length_exceeded' },
});

const NEEDS_INSPECT = 'where ASSAY_INSPECT_PYTHON names a Python with inspect-ai==0.3.285, openai, hatchling and pip';

describe.skipIf(!hasInspect)(`Inspect (${NEEDS_INSPECT})`, () => {
  /** Installed as by a user, so that the name of the task comes from the entry point. */
  function install(): string {
    const target = join(small.root, 'site-packages');
    const options = ['--quiet', '--no-deps', '--no-build-isolation', '--no-index', '--target', target];
    execFileSync(INSPECT!, ['-m', 'pip', 'install', ...options, join(PYTHON_HOME, 'environments', 'assay_inspect')]);
    return target;
  }

  /** The results of `assay eval run` on the same problems, by problem. */
  async function greedyEpisodes() {
    const words = ['--model', 'house/expert', '--suite', 'some.jsonl', '--market', 'market', '--out', 'measured'];
    const { code, error } = await runner.run(['eval', 'run', ...words, '--samples', '1'], { cwd: small.root });
    expect(code, error).toBe(0);
    const lines = readFileSync(join(small.root, 'measured', 'journal.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    const greedy = lines.map((line) => JSON.parse(line)).filter(({ mode }) => mode === 'greedy');
    return Object.fromEntries(
      greedy.map(({ problem_id, success, rule, turns, ending }) => [
        problem_id,
        { solved: success ? 1 : 0, rule_score: rule, turns, ending },
      ]),
    );
  }

  it('Inspect evaluates by name, and its log has the verdicts and intervals of our evaluation', {
    timeout: scaled(300_000),
  }, async () => {
    const packages = install();
    const url = await small.serve(['--train-suite', 'some.jsonl', '--eval-suite', 'none', '--teacher', 'none'], {
      ASSAY_ENV_TOKEN: 'open sesame',
    });
    const simulatedModels = new SimulatedInference();
    const [tooLong] = small.problems.slice(3);
    const models = await startSampleModels(async (body) => {
      const request = JSON.parse(body);
      const isFull = request.messages.length > 4 && request.messages[1].content === tooLong!.query;
      return isFull ? { status: 400, body: CONTEXT_FULL } : (await simulatedModels.chat(request)).body;
    });
    const variables = {
      PYTHONPATH: packages,
      HOME: small.root,
      ASSAY_ENV_URL: url,
      ASSAY_ENV_TOKEN: 'open sesame',
      LOCAL_BASE_URL: models.baseUrl,
      LOCAL_API_KEY: 'none',
      INSPECT_LOG_DIR: 'logs',
    };
    try {
      const words = ['eval', 'assay/shopping', '-T', 'split=train', '--model', 'openai-api/local/house/expert'];
      const program = join(dirname(INSPECT!), 'inspect');
      await small.run(program, [...words, '--epochs', '2', '--temperature', '0', '--display', 'plain'], variables);
    } finally {
      await models.close();
    }
    const [file] = readdirSync(join(small.root, 'logs'));
    const path = join(small.root, 'logs', file!);
    const log: ReadLog = JSON.parse(await small.run(INSPECT!, [join(COMPATIBILITY, 'inspect_log.py'), path]));
    expect(log).toMatchObject({ status: 'success', task: 'assay/shopping', metadata: { suite: 'some' } });

    for (const sample of log.samples.filter(({ id }) => id === tooLong!.id)) {
      expect(sample).toMatchObject({ scores: { solved: 0 }, said: { ending: 'context full' }, answer: '' });
    }
    expect(log.samples.map(({ id, epoch }) => `${id} ${epoch}`).toSorted()).toEqual(
      small.problems.flatMap(({ id }) => [`${id} 1`, `${id} 2`]).toSorted(),
    );
    const problems = small.problems.slice(0, 3);
    const played = log.samples.filter(({ id }) => id !== tooLong!.id);
    for (const sample of played) {
      expect(sample.input).toBe(problems.find(({ id }) => id === sample.id)!.query);
      expect(sample.offered).toContain('find_product');
      expect(sample.offered).toHaveLength(7);
      expect(sample.answered).toEqual(sample.called);
      expect(sample.called.at(-1)).toBe('terminate');
      expect(sample.answer).toMatch(/^\d+$/);
      expect(sample.roles.slice(0, 3)).toEqual(['system', 'user', 'assistant']);
      expect(sample.explanation).toBe(`The episode ended after ${sample.said.turns} answers: ${sample.said.ending}.`);
    }
    // The same answers give the same verdicts.
    const verdicts = (epoch: number) =>
      played.filter((sample) => sample.epoch === epoch).map(({ id, scores, called }) => [id, scores, called]);
    expect(verdicts(2).toSorted()).toEqual(verdicts(1).toSorted());
    expect(log.samples.some(({ scores }) => scores.solved === 1)).toBe(true);

    expect(await greedyEpisodes()).toEqual(
      expect.objectContaining(
        Object.fromEntries(
          played.map(({ id, scores, said }) => [id, { ...scores, turns: said.turns, ending: said.ending }]),
        ),
      ),
    );

    for (const name of ['solved', 'rule_score'] as const) {
      const values = small.problems.map(({ id }) => ({
        cluster: id,
        value: log.samples.find((sample) => sample.id === id)!.scores[name],
      }));
      const { value, interval, t } = estimateRate(values)!;
      expect(log.scores[name]!.mean).toBeCloseTo(value, 12);
      expect(log.scores[name]!.stderr).toBeCloseTo(t!.standard_error, 12);
      expect(log.scores[name]).toMatchObject({ ci95_low: interval!.low, ci95_high: interval!.high });
    }

    const { code, output, error } = await runner.run(
      ['corpus', 'filter', path, '--out', 'corpus', '--problems', 'some.jsonl', '--json'],
      { cwd: small.root },
    );
    expect(code, `${output}\n${error}`).toBe(0);
    const claimed = readFileSync(join(small.root, 'corpus', 'claimed.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(claimed.length).toBeGreaterThan(0);
    for (const line of claimed) {
      const row = JSON.parse(line);
      expect(row).toMatchObject({ claimed: { format: 'inspect' }, policy: { simulated: true } });
      expect(problems.map(({ id }) => id)).toContain(row.problem_id);
    }
  });
});

const NEEDS_HARBOR = 'where ASSAY_HARBOR_PYTHON names a Python with harbor==0.24.0';

describe.skipIf(!hasHarbor)(`Harbor (${NEEDS_HARBOR})`, () => {
  const TOKENS = { ASSAY_ENV_TOKEN: 'open sesame', ASSAY_ENV_TOOLS_TOKEN: 'a peek' };

  beforeAll(async () => {
    const words = ['problems', 'export', 'some.jsonl', '--format', 'harbor', '--out', 'tasks'];
    const { code, error } = await runner.run(words, { cwd: small.root });
    expect(code, error).toBe(0);
  }, scaled(60_000));

  it('Harbor reads every task with its own models', { timeout: scaled(120_000) }, async () => {
    const tasks = JSON.parse(await small.run(HARBOR!, [join(COMPATIBILITY, 'harbor_tasks.py'), 'tasks']));
    expect(Object.keys(tasks).toSorted()).toEqual(small.problems.map(({ id }) => id).toSorted());
    for (const { id, query, category, difficulty } of small.problems) {
      expect(tasks[id]).toMatchObject({
        valid: true,
        name: `assay/${id}`,
        instruction: expect.stringContaining(query),
        metadata: { suite: 'some', category, difficulty },
        verifier: 'separate',
        artifacts: ['/app/recommendation.txt'],
      });
      // The agent's machine never has the token that is needed to request verdicts.
      expect(Object.keys(tasks[id].agent_env)).toEqual(['ASSAY_ENV_URL', 'ASSAY_ENV_TOOLS_TOKEN']);
      expect(Object.keys(tasks[id].verifier_env)).toEqual(['ASSAY_ENV_URL', 'ASSAY_ENV_TOKEN']);
    }
  });

  it.skipIf(!hasBubblewrap)(
    'Harbor runs tasks with its own runner under bubblewrap, and our server scores them',
    { timeout: scaled(300_000) },
    async () => {
      const url = await small.serve(['--train-suite', 'none', '--eval-suite', 'some.jsonl'], TOKENS);
      const [problem] = small.problems;
      const run = async (name: string, command: string) => {
        const task = ['-p', join('tasks', problem!.id), '--trials-dir', 'trials', '--trial-name', name];
        const parts = ['-e', 'harbor_trial:BubblewrapEnvironment', '-a', 'harbor_trial:CommandAgent'];
        await small.run(join(dirname(HARBOR!), 'harbor'), ['trials', 'start', ...task, ...parts], {
          ...TOKENS,
          ASSAY_ENV_URL: url,
          ASSAY_TEST_COMMAND: command,
          PYTHONPATH: COMPATIBILITY,
          HOME: small.root,
          HARBOR_TELEMETRY: '0',
        });
        const folder = join(small.root, 'trials', name);
        return {
          printed: readFileSync(join(folder, 'agent', 'printed.txt'), 'utf8'),
          result: JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')),
        };
      };
      const wanted = problem!.targets[0]!.productId;
      const look = `shop view_product_information '{"product_ids": "${wanted}"}'; env`;
      const [solved, silent] = await Promise.all([
        run('solved', `${look}; echo ${wanted} > /app/recommendation.txt`),
        run('silent', 'shop'),
      ]);
      expect(solved.result.verifier_result.rewards).toEqual({ reward: 1, rule_score: 1 });
      expect(solved.printed).toContain(wanted);
      expect(solved.printed).toContain('ASSAY_ENV_TOOLS_TOKEN=a peek');
      expect(solved.printed).not.toContain(TOKENS.ASSAY_ENV_TOKEN);
      expect(silent.result.verifier_result.rewards).toEqual({ reward: 0, rule_score: 0 });
      expect(silent.printed).toContain('find_product: ');
    },
  );
});
