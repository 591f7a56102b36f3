import { describe, expect, it } from 'vitest';
import { WaitingClock } from './waiting-clock.ts';

describe('WaitingClock', () => {
  it('counts calls that wait at the same time once, from their beginning', () => {
    let now = 100;
    const clock = new WaitingClock(1_000, () => now);
    const one = clock.stop(90);
    expect(clock.milliseconds).toBe(10);
    now = 130;
    const other = clock.stop(110);
    one();
    now = 150;
    other();
    now = 500;
    expect(clock.milliseconds).toBe(60);
  });

  it('never gives more than it may', () => {
    let now = 0;
    const clock = new WaitingClock(50, () => now);
    clock.stop(0);
    now = 10_000;
    expect(clock.milliseconds).toBe(50);
    expect(clock.isSpent).toBe(true);
  });
});
