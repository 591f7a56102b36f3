import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { DemoClock } from './demo-clock.ts';

const folder = mkdtempSync(join(tmpdir(), 'demo-clock-'));
const START = Date.parse('2026-03-02T17:00:00Z');
const DAY = 24 * 60 * 60 * 1000;
let number = 0;
let options: ConstructorParameters<typeof DemoClock>[0];
beforeEach(() => {
  options = { path: join(folder, `${number++}`, 'clock.json'), start: START, speed: 60 };
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('demo clock', () => {
  it('the demo clock begins at the given time and runs faster than real time', async () => {
    const clock = new DemoClock(options);
    expect(clock.now()).toBeGreaterThanOrEqual(START);
    const [began, real] = [clock.now(), performance.now()];
    await sleep(50);
    const passed = clock.now() - began;
    expect(passed).toBeGreaterThanOrEqual(49 * 60);
    expect(passed).toBeLessThanOrEqual((performance.now() - real + 1) * 60);
  });

  it('the demo clock skips hours, forwards only', () => {
    const clock = new DemoClock(options);
    clock.skipTo(START + DAY);
    expect(clock.now()).toBeGreaterThanOrEqual(START + DAY);
    expect(clock.now()).toBeLessThan(START + DAY + DAY / 24);
    clock.skipTo(START);
    expect(clock.now()).toBeGreaterThanOrEqual(START + DAY);
  });

  it('the demo clock stands still while closed, and continues where it was', async () => {
    const first = new DemoClock(options);
    first.skipTo(START + DAY);
    const last = first.now();
    first.close();
    await sleep(20);
    const next = new DemoClock(options).now();
    expect(next).toBeGreaterThanOrEqual(last);
    expect(next - last).toBeLessThan(60_000);
  });

  it('the demo clock never goes back, even if it was not closed', () => {
    const first = new DemoClock(options);
    const seen = [first.now()];
    for (const hours of [1, 5, 30]) {
      first.skipTo(START + hours * 3_600_000);
      seen.push(first.now());
    }
    expect(new DemoClock(options).now()).toBeGreaterThanOrEqual(seen.at(-1)!);
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  });

  it('a damaged demo clock file is reported with the remedy', () => {
    new DemoClock(options).now();
    writeFileSync(options.path, '{}');
    expect(() => new DemoClock(options)).toThrow(/cannot be read/);
  });
});
