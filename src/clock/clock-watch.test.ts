import { describe, expect, it } from 'vitest';
import { clockJump, jumpText } from './clock-jump.ts';
import { ClockWatch, SETTLING_MILLISECONDS } from './clock-watch.ts';

const DAYS = 3 * 86_400_000;

describe('clock jumps', () => {
  it('a clock jump is the difference between wall and monotonic time, in both directions', () => {
    const before = { wall: 1_000_000, monotonic: 50 };
    expect(clockJump(before, { wall: 1_002_000 + DAYS, monotonic: 2_050 })).toBe(DAYS);
    expect(clockJump(before, { wall: 1_002_000 - DAYS, monotonic: 2_050 })).toBe(-DAYS);
    expect(clockJump(before, { wall: 1_000_000 + DAYS, monotonic: 50 + DAYS })).toBe(0);
    expect(clockJump(before, { wall: 1_011_000, monotonic: 2_050 })).toBe(0);
  });

  it('formats a clock jump with its sign', () => {
    expect(jumpText(DAYS)).toBe('The clock jumped by +259200 s.');
    expect(jumpText(-DAYS)).toBe('The clock jumped by -259200 s.');
  });
});

describe('a clock watch', () => {
  function watch() {
    const clocks = { wall: 1_000_000, monotonic: 0 };
    const jumps: number[] = [];
    const watched = new ClockWatch(
      (jump) => jumps.push(jump),
      () => ({ ...clocks }),
    );
    const pass = (milliseconds: number): void => {
      clocks.wall += milliseconds;
      clocks.monotonic += milliseconds;
      watched.check();
    };
    const jump = (milliseconds: number): void => {
      clocks.wall += milliseconds;
      watched.check();
    };
    return { watched, jumps, pass, jump };
  }

  it('the clock watch reports each jump once and settles after the new time has lasted', () => {
    const { watched, jumps, pass, jump } = watch();
    pass(2_000);
    expect([watched.isSettled, watched.isConfirmed]).toEqual([true, false]);
    pass(SETTLING_MILLISECONDS);
    expect(watched.isConfirmed).toBe(true);
    jump(DAYS);
    pass(2_000);
    pass(2_000);
    expect(jumps).toEqual([DAYS]);
    expect([watched.isSettled, watched.isConfirmed]).toEqual([false, false]);
    pass(SETTLING_MILLISECONDS);
    expect([watched.isSettled, watched.isConfirmed]).toEqual([true, true]);
    jump(-DAYS);
    expect(watched.isSettled).toBe(false);
    expect(jumps).toEqual([DAYS, -DAYS]);
  });

  it('the clock watch settles at once when the clock returns, also in two steps', () => {
    const { watched, jumps, pass, jump } = watch();
    jump(DAYS);
    pass(60_000);
    jump(-DAYS / 2);
    expect(watched.isSettled).toBe(false);
    jump(-DAYS / 2);
    expect(watched.isSettled).toBe(true);
    expect(jumps).toHaveLength(3);
  });

  it('the clock watch does not report slow drift as a jump', () => {
    const { watched, jumps, pass, jump } = watch();
    for (let round = 0; round < 100; round++) {
      pass(2_000);
      jump(5_000);
    }
    expect(jumps).toEqual([]);
    expect(watched.isSettled).toBe(true);
  });
});
