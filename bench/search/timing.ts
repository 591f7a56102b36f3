import { quantile } from '../../src/statistics/quantile.ts';

export interface Timing {
  readonly p50: number;
  readonly p99: number;
}

/** Milliseconds per call, after a warm-up with the same inputs. */
export function timeEach<T>(inputs: readonly T[], run: (input: T) => unknown, warmUp = inputs.length): Timing {
  for (const input of inputs.slice(0, warmUp)) run(input);
  const times = inputs.map((input) => {
    const started = performance.now();
    run(input);
    return performance.now() - started;
  });
  times.sort((left, right) => left - right);
  return { p50: quantile(times, 0.5)!, p99: quantile(times, 0.99)! };
}
