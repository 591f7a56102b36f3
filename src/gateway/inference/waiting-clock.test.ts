import { describe, expect, it } from 'vitest';
import { WaitingClock } from './waiting-clock.ts';

describe('WaitingClock', () => {
  it('the waiting clock counts concurrent waits once, from the first', () => {
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

  it('the waiting clock never exceeds its limit', () => {
    let now = 0;
    const clock = new WaitingClock(50, () => now);
    clock.stop(0);
    now = 10_000;
    expect(clock.milliseconds).toBe(50);
    expect(clock.isSpent).toBe(true);
  });
});
