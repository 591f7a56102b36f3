import { describe, expect, it } from 'vitest';
import { arenaPolicySchema } from '../arena-policy.ts';
import { requireChangeable, valueAt, withOverrides } from './policy-overrides.ts';

const BASE = arenaPolicySchema.parse({});

describe('a changed policy', () => {
  it('is the same without changes, and after being read twice', () => {
    expect(withOverrides(BASE, {})).toEqual(BASE);
    expect(arenaPolicySchema.parse(BASE)).toEqual(BASE);
  });

  it('has the new values and leaves the base as it is', () => {
    const newSuite = { everyDays: 14, size: 30, requeueTop: 100 };
    const changed = withOverrides(BASE, { 'queue.leaseSeconds': 60, 'bank.newSuite': newSuite, raceProblems: 7 });
    expect(changed.queue).toEqual({ ...BASE.queue, leaseSeconds: 60 });
    expect(changed.raceProblems).toBe(7);
    expect(changed.bank.newSuite).toMatchObject(newSuite);
    expect(BASE.queue.leaseSeconds).toBe(600);
    expect(valueAt(changed, 'queue.leaseSeconds')).toBe(60);
    expect(valueAt(changed, 'queue.nothing')).toBeUndefined();
    expect(valueAt(changed, 'queue.leaseSeconds.more')).toBeUndefined();
  });

  it.each([
    ['queue.leaseSeconds', -1],
    ['queue.leaseSeconds', 'long'],
    ['queue.unknown', 1],
    ['unknown', 1],
    ['queue', 1],
    ['queue.leaseSeconds.inner', 1],
  ])('is refused where it is impossible: %s = %j', (path, value) => {
    expect(() => withOverrides(BASE, { [path]: value })).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  });

  it.each(['__proto__.polluted', 'constructor', 'queue..x', '', 'policy.queue.leaseSeconds.a.b', 'Queue'])(
    'has no place called %j',
    (path) => {
      if (path === 'constructor') expect(() => withOverrides(BASE, { [path]: 1 })).toThrow('not a possible policy');
      else expect(() => requireChangeable(path, false)).toThrow('not a place');
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    },
  );

  it('waits for a restart, or for the end of a race, where it must', () => {
    expect(() => requireChangeable('submissions.maxBytes', false)).toThrow('restart');
    expect(() => requireChangeable('submissions', false)).toThrow('restart');
    expect(() => requireChangeable('race.fewestRacers', true)).toThrow('race is under way');
    expect(() => requireChangeable('raceProblems', true)).toThrow('race is under way');
    expect(() => requireChangeable('race.fewestRacers', false)).not.toThrow();
    expect(() => requireChangeable('queue.leaseSeconds', true)).not.toThrow();
  });
});
