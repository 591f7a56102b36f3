import { describe, expect, it } from 'vitest';
import { arenaPolicySchema } from '../arena-policy.ts';
import { requireChangeable, valueAt, withOverrides } from './policy-overrides.ts';

const BASE = arenaPolicySchema.parse({});

describe('policy overrides', () => {
  it('a policy without overrides stays the same, also after being parsed twice', () => {
    expect(withOverrides(BASE, {})).toEqual(BASE);
    expect(arenaPolicySchema.parse(BASE)).toEqual(BASE);
  });

  it('a policy override sets new values and leaves the base unchanged', () => {
    const newSuite = { everyDays: 14, size: 30, requeueTop: 100 };
    const changed = withOverrides(BASE, { 'queue.leaseSeconds': 120, 'bank.newSuite': newSuite, raceProblems: 7 });
    expect(changed.queue).toEqual({ ...BASE.queue, leaseSeconds: 120 });
    expect(changed.raceProblems).toBe(7);
    expect(changed.bank.newSuite).toMatchObject(newSuite);
    expect(BASE.queue.leaseSeconds).toBe(600);
    expect(valueAt(changed, 'queue.leaseSeconds')).toBe(120);
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
  ])('rejects an impossible policy override: %s = %j', (path, value) => {
    expect(() => withOverrides(BASE, { [path]: value })).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  });

  it.each(['__proto__.polluted', 'constructor', 'queue..x', '', 'policy.queue.leaseSeconds.a.b', 'Queue'])(
    'rejects a policy override at the unknown path %j',
    (path) => {
      if (path === 'constructor') expect(() => withOverrides(BASE, { [path]: 1 })).toThrow('not a valid policy');
      else expect(() => requireChangeable(path, false)).toThrow('not a field');
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    },
  );

  it('a policy override may require a restart or the end of a race', () => {
    expect(() => requireChangeable('submissions.maxBytes', false)).toThrow('restart');
    expect(() => requireChangeable('submissions', false)).toThrow('restart');
    expect(() => requireChangeable('race.fewestRacers', true)).toThrow('cannot be changed during a race');
    expect(() => requireChangeable('raceProblems', true)).toThrow('cannot be changed during a race');
    expect(() => requireChangeable('race.fewestRacers', false)).not.toThrow();
    expect(() => requireChangeable('queue.leaseSeconds', true)).not.toThrow();
  });
});
