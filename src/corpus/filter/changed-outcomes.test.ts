import { describe, expect, it } from 'vitest';
import { changeConfig, changedThresholds, thresholdNames } from './change-config.ts';
import { changedOutcomes } from './changed-outcomes.ts';
import { configFingerprint, FILTER_CONFIG } from './filter-config.ts';

describe('changing a threshold', () => {
  it('changing a threshold changes that one and the fingerprint', () => {
    const changed = changeConfig(FILTER_CONFIG, 'minimumQuality=0.7');
    expect(changed).toEqual({ ...FILTER_CONFIG, minimumQuality: 0.7 });
    expect(configFingerprint(changed)).not.toBe(configFingerprint(FILTER_CONFIG));
    expect(changeConfig(FILTER_CONFIG, 'agency.agenticFrom=0.8').agency.agenticFrom).toBe(0.8);
    expect(changeConfig(FILTER_CONFIG, 'keepUnjudged=true').keepUnjudged).toBe(true);
  });

  it.each(['quality=1', 'minimumQuality=high', 'agency=1', 'version=2', 'minimumQuality', '__proto__=1', 'agency.x=1'])(
    'rejects the threshold change %s',
    (change) => expect(() => changeConfig(FILTER_CONFIG, change)).toThrow('is not a threshold'),
  );

  it('every listed threshold can be changed', () => {
    for (const name of thresholdNames(FILTER_CONFIG)) {
      const value = name === 'keepUnjudged' ? 'true' : '0.25';
      expect(configFingerprint(changeConfig(FILTER_CONFIG, `${name}=${value}`))).not.toBe(
        configFingerprint(FILTER_CONFIG),
      );
    }
  });

  it('names the thresholds that differ from the usual ones', () => {
    expect(changedThresholds(FILTER_CONFIG)).toEqual([]);
    const changed = ['maximumTokens=24576', 'agency.agenticFrom=0.8'].reduce(changeConfig, FILTER_CONFIG);
    expect(changedThresholds(changed)).toEqual([
      'maximumTokens 24576 instead of 14336',
      `agency.agenticFrom 0.8 instead of ${FILTER_CONFIG.agency.agenticFrom}`,
    ]);
    expect(changedThresholds({ version: 1 })).toEqual([]);
  });

  it('shows which attempts a changed threshold moved, from where to where', () => {
    const before = new Map([
      ['a', 'kept'],
      ['b', 'kept'],
      ['c', 'TOO_LONG'],
      ['d', 'kept'],
    ]);
    const after = new Map([
      ['a', 'QUALITY_LOW'],
      ['b', 'QUALITY_LOW'],
      ['c', 'TOO_LONG'],
      ['e', 'kept'],
    ]);
    expect(changedOutcomes(before, after)).toEqual([
      { from: 'kept', to: 'QUALITY_LOW', attempts: 2, examples: ['a', 'b'] },
      { from: 'kept', to: 'absent', attempts: 1, examples: ['d'] },
      { from: 'absent', to: 'kept', attempts: 1, examples: ['e'] },
    ]);
  });
});
