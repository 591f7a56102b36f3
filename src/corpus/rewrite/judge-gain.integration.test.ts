import { describe, expect, it } from 'vitest';
import { Random } from '../../random/random.ts';
import { itSample } from '../../testing/it-sample.ts';
import type { StepScore } from './check-reasoning.ts';
import { judgeGain } from './judge-gain.ts';
import { REWRITE_CONFIG } from './rewrite-config.ts';

/** A step with these pairs of scores and their means. */
function step(...draws: readonly (readonly [bare: number, informed: number])[]): StepScore {
  const mean = (of: (draw: readonly [number, number]) => number) =>
    draws.reduce((sum, draw) => sum + of(draw), 0) / draws.length;
  return {
    bare: mean(([bare]) => bare),
    informed: mean(([, informed]) => informed),
    draws: draws.map(([bare, informed]) => ({ bare, informed })),
  };
}

function reasonFor(...steps: readonly StepScore[]): string | undefined {
  return judgeGain(steps, REWRITE_CONFIG).rejected?.reason;
}

describe('gain of reasoning', () => {
  it('reasoning needs a significant overall gain, and no step may get worse', () => {
    const good = step([0.2, 0.9], [0.1, 0.9], [0.3, 0.9], [0.2, 0.8]);
    const even = step([0.5, 0.5], [0.6, 0.5], [0.5, 0.5], [0.5, 0.5]);
    const accepted = judgeGain([good, good, even], REWRITE_CONFIG);
    expect(accepted).toEqual({ rejected: null, gain: 0.441667, worst: -0.025, chance: 0.003906 });
    expect(reasonFor(even, step([0.5, 0.58], [0.5, 0.6], [0.5, 0.5], [0.5, 0.5]))).toBe('NO_GAIN');
    expect(reasonFor(even, step([0, 1], [0, 0.1], [0.9, 0], [0, 1]))).toBe('BY_CHANCE');
    expect(reasonFor(good, good, step([0.5, 0.3], [0.5, 0.4], [0.5, 0.3], [0.5, 0.3]))).toBe('STEP_WORSE');
  });

  it('a checker with the same result for every seed counts once per step', () => {
    const steady = step(...Array.from({ length: 8 }, () => [0.2, 0.9] as const));
    expect(reasonFor(steady, steady, steady, steady)).toBe('BY_CHANCE');
    expect(reasonFor(steady, steady, steady, steady, steady)).toBeUndefined();
  });
});

const ATTEMPTS = 400;

/** How many attempts are accepted if predictions have this much noise and the reasoning adds this much to each. */
function accepted(steps: number, adds: number, scatter: number): number {
  const random = new Random(11, steps, adds * 100);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const predicted = () => [0.5 + scatter * normal(), 0.5 + adds + scatter * normal()] as const;
  const attempt = () =>
    Array.from({ length: steps }, () => step(...Array.from({ length: REWRITE_CONFIG.samples }, predicted)));
  return Array.from({ length: ATTEMPTS }, attempt).filter((each) => reasonFor(...each) === undefined).length;
}

describe('noisy checker', () => {
  // Three standard deviations above the allowed rate, so that a correct test fails for one seed in a thousand.
  const most = ATTEMPTS * REWRITE_CONFIG.alpha + 3 * Math.sqrt(ATTEMPTS * REWRITE_CONFIG.alpha);

  it.each([2, 4, 10])(
    'uninformative reasoning passes a noisy checker at most at the configured rate in %i steps',
    (steps) => {
      expect(accepted(steps, 0, 0.2)).toBeLessThan(most);
    },
  );

  itSample([2, 4, 10], 2)('reasoning that adds a fifth usually passes a noisy checker in %i steps', (steps) => {
    expect(accepted(steps, 0.2, 0.2)).toBeGreaterThan(0.8 * ATTEMPTS);
  });
});
