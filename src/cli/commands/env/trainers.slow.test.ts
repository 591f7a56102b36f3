import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SimulatedInference } from '../../../simulated/simulated-inference.ts';
import { scaled } from '../../../testing/scaled.ts';
import { type SampleModels, startSampleModels } from '../../testing/sample-models.ts';
import { imports, SmallEnvironment } from '../../testing/small-environment.ts';

const PYTHON_HOME = fileURLToPath(new URL('../../../../python/', import.meta.url));
const VERIFIERS = process.env.ASSAY_VERIFIERS_PYTHON || undefined;
const CLASSIC_VERIFIERS = process.env.ASSAY_CLASSIC_VERIFIERS_PYTHON || undefined;
const SKYRL = process.env.ASSAY_SKYRL_PYTHON || undefined;
const TRAINER = process.env.ASSAY_TRAINER_PYTHON || undefined;
const TRAIN = ['--train-suite', 'some.jsonl', '--eval-suite', 'none'];

const hasVerifiers = imports(VERIFIERS, 'verifiers.v1');
const hasClassicVerifiers = imports(CLASSIC_VERIFIERS, 'verifiers.legacy, verifiers.v1');
const hasSkyrl = imports(SKYRL, 'skyrl_gym, websockets.sync.client');
const hasTrl = imports(TRAINER, 'trl, websockets.sync.client');

let small: SmallEnvironment;
beforeAll(async () => {
  small = await SmallEnvironment.make(4);
}, scaled(120_000));
afterAll(() => small.remove());

interface Traced {
  readonly ok: boolean;
  readonly task: { readonly key: string };
  readonly rewards: Readonly<Record<string, { readonly score: number; readonly weight: number }>>;
  readonly metrics: Readonly<Record<string, number>>;
  readonly info: { readonly assay: { readonly ending: string; readonly step_rewards: readonly number[] } };
}

/** Each problem is played twice in one run of the framework, which takes far longer to start than to play. */
function expectPairsAlike(episodes: readonly (readonly [problem: string, results: object])[]): void {
  for (const pair of Map.groupBy(episodes, ([problem]) => problem).values()) {
    expect(pair).toHaveLength(2);
    expect(pair[1]).toEqual(pair[0]);
  }
}

describe.skipIf(!hasVerifiers)('verifiers (where ASSAY_VERIFIERS_PYTHON names a Python with verifiers==0.4.0)', () => {
  /** The traces of one run of verifiers' own program, by task. */
  async function evaluate(url: string, models: SampleModels): Promise<readonly Traced[]> {
    const words = ['assay-verifiers', '--env.taskset.url', url, '--env.taskset.split', 'train', '-n', '3', '-r', '2'];
    const model = ['--model', 'house/expert', '--client.base-url', models.baseUrl, '--client.api-key-var', 'NO_KEY'];
    await small.run(
      join(dirname(VERIFIERS!), 'vf-eval'),
      [...words, ...model, '--no-push', '--no-rich', '-o', 'out', '--run.name', 'only'],
      { PYTHONPATH: join(PYTHON_HOME, 'environments', 'assay_verifiers'), HOME: small.root },
    );
    const lines = readFileSync(join(small.root, 'out', 'only', 'traces.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    return lines
      .flatMap((line) => JSON.parse(line).traces ?? [JSON.parse(line)])
      .toSorted((left: Traced, right: Traced) => left.task.key.localeCompare(right.task.key));
  }

  it('verifiers plays and scores episodes with its own runner, the same every time', {
    timeout: scaled(300_000),
  }, async () => {
    const url = await small.serve(TRAIN);
    const simulatedModels = new SimulatedInference();
    const models = await startSampleModels(async (body) => (await simulatedModels.chat(JSON.parse(body))).body);
    try {
      const traces = await evaluate(url, models);
      expect(traces).toHaveLength(6);
      expect(traces.every(({ ok }) => ok)).toBe(true);
      expect(new Set(traces.map(({ task }) => task.key)).size).toBe(3);
      for (const { rewards, info, metrics } of traces) {
        expect(Object.keys(rewards).toSorted()).toEqual(['solved', 'steps']);
        expect(info.assay.step_rewards).toHaveLength(metrics.turns!);
        expect(rewards.steps!.weight).toBe(0.3);
      }
      expect(traces.some(({ rewards }) => rewards.solved!.score === 1 && rewards.steps!.score > 0)).toBe(true);
      expect(traces.every(({ info }) => info.assay.ending !== undefined)).toBe(true);
      expectPairsAlike(traces.map(({ task, rewards, metrics }) => [task.key, { rewards, metrics }]));
    } finally {
      await models.close();
    }
  });
});

describe.each([
  ['ASSAY_VERIFIERS_PYTHON', '0.4.0', VERIFIERS, hasVerifiers],
  ['ASSAY_CLASSIC_VERIFIERS_PYTHON', '0.3.1', CLASSIC_VERIFIERS, hasClassicVerifiers],
])('v1 of verifiers (where %s names a Python with verifiers==%s)', (_, version, python, isThere) => {
  it.skipIf(!isThere)(
    `the environment server of verifiers ${version}, which prime-rl uses, plays episodes and returns rewards and metrics`,
    {
      timeout: scaled(120_000),
    },
    async () => {
      const url = await small.serve(TRAIN);
      const simulatedModels = new SimulatedInference();
      const models = await startSampleModels(async (body) => (await simulatedModels.chat(JSON.parse(body))).body);
      try {
        const script = join(PYTHON_HOME, 'compatibility', 'verifiers_env_server.py');
        const output = await small.run(python!, [script, url, models.baseUrl, 'house/expert', '2'], {
          PYTHONPATH: join(PYTHON_HOME, 'environments', 'assay_verifiers'),
          HOME: small.root,
        });
        const traces: readonly Traced[] = JSON.parse(output.trimEnd().split('\n').at(-1)!);
        expect(traces).toHaveLength(2);
        for (const { rewards, metrics, info } of traces) {
          expect(info.assay.ending).toBe('terminated');
          expect(info.assay.step_rewards).toHaveLength(metrics.turns!);
          expect(rewards.solved!.score).toBe(metrics.rule_score === 1 ? 1 : 0);
          expect(rewards.steps!.score).toBeGreaterThan(0);
        }
      } finally {
        await models.close();
      }
    },
  );
});

describe.skipIf(!hasClassicVerifiers)(
  'verifiers’ classic interface (where ASSAY_CLASSIC_VERIFIERS_PYTHON names a Python with verifiers==0.3.1)',
  () => {
    interface Rollout {
      readonly problem: string;
      readonly reward: number;
      readonly metrics: Readonly<Record<'solved' | 'steps' | 'rule_score' | 'num_turns', number>>;
      readonly error: unknown;
      readonly stopped: string;
      readonly record: { readonly ending: string; readonly step_rewards: readonly number[] };
      readonly roles: readonly string[];
      readonly calls: readonly [readonly string[], readonly string[]];
    }

    async function play(url: string, models: SampleModels): Promise<readonly Rollout[]> {
      const script = join(PYTHON_HOME, 'compatibility', 'verifiers_classic.py');
      const output = await small.run(CLASSIC_VERIFIERS!, [script, url, models.baseUrl, 'house/expert', '4'], {
        PYTHONPATH: join(PYTHON_HOME, 'environments', 'assay_verifiers'),
        HOME: small.root,
      });
      return JSON.parse(output.trimEnd().split('\n').at(-1)!);
    }

    it('verifiers plays episodes as NeMo Gym’s agent asks for them, with the same rewards every time', {
      timeout: scaled(180_000),
    }, async () => {
      const url = await small.serve(TRAIN);
      const simulatedModels = new SimulatedInference();
      const models = await startSampleModels(async (body) => (await simulatedModels.chat(JSON.parse(body))).body);
      try {
        const rollouts = await play(url, models);
        expect(new Set(rollouts.map(({ problem }) => problem)).size).toBe(4);
        for (const { reward, metrics, error, stopped, record, roles, calls } of rollouts) {
          expect({ error, stopped, ending: record.ending }).toEqual({
            error: null,
            stopped: 'has_final_env_response',
            ending: 'terminated',
          });
          expect(record.step_rewards).toHaveLength(metrics.num_turns);
          expect(roles.filter((role) => role === 'assistant')).toHaveLength(metrics.num_turns);
          // Each call has its result, the last ones too.
          expect(calls[1]).toEqual(calls[0]);
          expect(metrics.solved).toBe(metrics.rule_score === 1 ? 1 : 0);
          expect(reward).toBeCloseTo(metrics.solved + 0.3 * metrics.steps, 9);
        }
        expect(rollouts.some(({ metrics }) => metrics.solved === 1 && metrics.steps > 0)).toBe(true);
        expectPairsAlike(rollouts.map(({ problem, reward, metrics }) => [problem, { reward, metrics }]));
      } finally {
        await models.close();
      }
    });
  },
);

describe.skipIf(!hasSkyrl)(
  'SkyRL (where ASSAY_SKYRL_PYTHON names a Python with skyrl-gym==0.4.0 and websockets)',
  () => {
    interface Step {
      readonly observations: readonly { readonly role: string; readonly content: string }[];
      readonly reward: number;
      readonly done: boolean;
      readonly metadata: { readonly outcome?: number; readonly score?: number };
    }
    interface Episode {
      readonly problem: string;
      readonly prompt_roles: readonly string[];
      readonly has_tools: boolean;
      readonly unread: Step;
      readonly found: Step;
      readonly last: Step;
      readonly metrics: { readonly solved: number; readonly rule_score: number };
    }

    it('SkyRL’s registry makes the environment, whose text calls are run and rewarded', {
      timeout: scaled(120_000),
    }, async () => {
      const url = await small.serve(TRAIN);
      const python = { PYTHONPATH: PYTHON_HOME, ASSAY_ENV_URL: url };
      const dataset = join(small.root, 'skyrl.jsonl');
      await small.run(SKYRL!, ['-m', 'environments.skyrl.write_dataset', '--out', dataset], python);
      const script = join(PYTHON_HOME, 'compatibility', 'skyrl_episodes.py');
      const output = await small.run(SKYRL!, [script, dataset], python);
      const episodes: readonly Episode[] = JSON.parse(output.trimEnd().split('\n').at(-1)!);
      expect(new Set(episodes.map(({ problem }) => problem)).size).toBe(4);
      for (const { prompt_roles, has_tools, unread, found, last, metrics } of episodes) {
        expect({ prompt_roles, has_tools }).toEqual({ prompt_roles: ['system', 'user'], has_tools: true });
        expect(unread).toMatchObject({ done: false, observations: [{ role: 'user' }] });
        expect(unread.observations[0]!.content).toMatch(/^<tool_response>\n[\s\S]*error[\s\S]*\n<\/tool_response>$/);
        expect(found.done).toBe(false);
        expect(found.observations[0]!.content).toMatch(/^<tool_response>\n[\s\S]*product_id/);
        expect(last.done).toBe(true);
        expect(metrics).toEqual({ solved: last.metadata.outcome, rule_score: last.metadata.score });
        expect(metrics.solved).toBe(metrics.rule_score === 1 ? 1 : 0);
      }
      expect(episodes.some(({ found, last }) => found.reward + last.reward > 0)).toBe(true);
    });
  },
);

describe.skipIf(!hasTrl)('TRL (where ASSAY_TRAINER_PYTHON names a Python with trl and websockets)', () => {
  it('TRL trains the tiny model with GRPO on the server’s rewards', { timeout: scaled(600_000) }, async () => {
    const url = await small.serve([
      ...TRAIN,
      ...['--tools', '4', '--max-observation', '300', '--max-turns', '4', '--step-weight', '1'],
    ]);
    const script = join(PYTHON_HOME, 'environments', 'trl_grpo', 'train_tiny.py');
    const size = ['--steps', '4', '--problems', '4', '--group', '4'];
    const output = await small.run(TRAINER!, [script, '--url', url, '--out', 'tiny', ...size], {
      PYTHONPATH: PYTHON_HOME,
      TRL_EXPERIMENTAL_SILENCE: '1',
    });
    const lines = output
      .split('\n')
      .filter((line) => line.startsWith('{"'))
      .map((line) => JSON.parse(line));
    const steps = lines.filter(({ step }) => step !== undefined);
    expect(steps.map(({ step }) => step)).toEqual([1, 2, 3, 4]);
    expect(steps.some((step) => step['tools/call_frequency'] > 0)).toBe(true);
    // Groups with different rewards change the weights.
    expect(steps.some(({ reward_std, grad_norm }) => reward_std > 0 && grad_norm > 0)).toBe(true);
    expect(lines.at(-1)).toEqual({ saved: 'tiny' });
    expect(readdirSync(join(small.root, 'tiny'))).toContain('model.safetensors');
    expect(existsSync(join(small.root, 'tiny', 'trl', 'checkpoint-4'))).toBe(false);
  });
});
