import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { StepBarrier } from './step-barrier.ts';

function barrierOf(sequences: number): {
  readonly barrier: StepBarrier;
  arrive(place: number): void;
  passed(): Promise<string>;
} {
  const barrier = new StepBarrier();
  for (let place = 0; place < sequences; place++) barrier.enter();
  const steps: number[] = [];
  return {
    barrier,
    arrive: (place) => void barrier.arrive(place).then(() => steps.push(place)),
    passed: async () => {
      await nextTurn();
      return steps.join(' ');
    },
  };
}

describe('StepBarrier', () => {
  it('the step barrier releases all sequences together, in order', async () => {
    const { arrive, passed } = barrierOf(3);
    arrive(2);
    arrive(0);
    expect(await passed()).toBe('');
    arrive(1);
    expect(await passed()).toBe('0 1 2');
    arrive(1);
    expect(await passed()).toBe('0 1 2');
  });

  it('the step barrier does not wait for a sequence that has ended', async () => {
    const { barrier, arrive, passed } = barrierOf(2);
    arrive(0);
    expect(await passed()).toBe('');
    barrier.leave();
    expect(await passed()).toBe('0');
    arrive(0);
    expect(await passed()).toBe('0 0');
  });
});
