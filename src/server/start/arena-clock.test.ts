import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { arenaClock } from './arena-clock.ts';

describe('the clock of an arena', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-clock-'));
    path = join(folder, 'clock.json');
    vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
  });

  it('the arena clock is real time by default, and writes no file', () => {
    expect(arenaClock(path, 1)()).toBe(1_000_000);
    expect(() => readFileSync(path)).toThrow();
  });

  it('a faster arena clock continues where it was after a restart', () => {
    const now = arenaClock(path, 60);
    expect(now()).toBe(1_000_000);
    vi.setSystemTime(1_001_000);
    expect(now()).toBe(1_060_000);
    expect(arenaClock(path, 60)()).toBe(1_060_000);
  });

  it('the arena clock refuses another speed, and an unreadable file', () => {
    arenaClock(path, 60);
    expect(() => arenaClock(path, 1)).toThrow(/runs at speed 60, not 1/);
    writeFileSync(path, '{');
    expect(() => arenaClock(path, 60)).toThrow(/cannot be read/);
  });
});
