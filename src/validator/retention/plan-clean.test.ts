import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EvidenceRun, planClean } from './plan-clean.ts';

const DAY = 86_400_000;
const NOW = 100 * DAY;

const run = fc.record({
  runId: fc.uuid(),
  endedAt: fc.nat(NOW),
  bytes: fc.nat(1_000),
  attempts: fc.constant([]),
  isNeeded: fc.boolean(),
});
const runs = fc.uniqueArray(run, { selector: ({ runId }) => runId, maxLength: 20 });
const retention = fc.record({
  days: fc.option(fc.nat(100), { nil: undefined }),
  bytes: fc.option(fc.nat(5_000), { nil: undefined }),
});

function sum(list: readonly EvidenceRun[]): number {
  return list.reduce((total, { bytes }) => total + bytes, 0);
}

describe('planClean', () => {
  it('cleaning deletes no run that is needed, and none without a limit', () => {
    fc.assert(
      fc.property(runs, retention, (all, limits) => {
        expect(planClean(all, limits, NOW).every(({ isNeeded }) => !isNeeded)).toBe(true);
        expect(planClean(all, {}, NOW)).toEqual([]);
      }),
    );
  });

  it('cleaning leaves no run that is too old, and no more bytes than configured unless needed', () => {
    fc.assert(
      fc.property(runs, retention, (all, limits) => {
        const deleted = new Set(planClean(all, limits, NOW));
        const free = all.filter((each) => !deleted.has(each) && !each.isNeeded);
        if (limits.days !== undefined)
          expect(free.every(({ endedAt }) => NOW - endedAt <= limits.days! * DAY)).toBe(true);
        const kept = sum(all.filter((each) => !deleted.has(each)));
        if (limits.bytes !== undefined && kept > limits.bytes) expect(free).toEqual([]);
      }),
    );
  });

  it('cleaning deletes the oldest runs first, and no more than the size requires', () => {
    fc.assert(
      fc.property(runs, fc.nat(5_000), (all, bytes) => {
        const deleted = planClean(all, { bytes }, NOW);
        const youngest = deleted.at(-1);
        if (youngest === undefined) return;
        const kept = all.filter((each) => !deleted.includes(each));
        expect(kept.every(({ isNeeded, endedAt }) => isNeeded || endedAt >= youngest.endedAt)).toBe(true);
        expect(sum(kept) + youngest.bytes).toBeGreaterThan(bytes);
      }),
    );
  });
});
