import { describe, expect, it } from 'vitest';
import { Fault } from './fault.ts';
import { FAULT_CODES, numberOf, ownerOf, remedyOf } from './fault-table.ts';

describe('Fault', () => {
  it('every fault code has an owner and a unique number', () => {
    for (const code of FAULT_CODES) expect(['agent', 'validator', 'platform', 'caller']).toContain(ownerOf(code));
    expect(new Set(FAULT_CODES.map(numberOf)).size).toBe(FAULT_CODES.length);
  });

  it('every fault code has a remedy, which the thrown fault can override', () => {
    for (const code of FAULT_CODES) expect(remedyOf(code)).toMatch(/^[A-Z].{5,100}\.$/);
    expect(Fault.remedyFor(new Fault('STORAGE_FULL', { message: 'full', remedy: 'Empty the bin.' }))).toBe(
      'Empty the bin.',
    );
    expect(Fault.remedyFor(new Fault('STORAGE_FULL', { message: 'full' }))).toBe(remedyOf('STORAGE_FULL'));
  });

  it('a fault keeps its cause and is recognised by its marker, not its class', () => {
    const cause = new Error('below');
    const fault = new Fault('STORAGE_FULL', { message: 'full', remedy: 'free some', cause });
    expect(fault.cause).toBe(cause);
    expect(fault.owner).toBe('platform');
    expect(Fault.isInstance(fault)).toBe(true);
    expect(Fault.isInstance(cause)).toBe(false);
    expect(Fault.isInstance(null)).toBe(false);
    const fromAnotherCopy = { [Symbol.for('assay.fault')]: true };
    expect(Fault.isInstance(fromAnotherCopy)).toBe(true);
  });
});
