import { describe, expect, it } from 'vitest';
import { Fault } from './fault.ts';
import { FAULT_NUMBERS, type FaultCode, ownerOf } from './fault-code.ts';

describe('Fault', () => {
  it('has an owner for every code, and no number twice', () => {
    const codes = Object.keys(FAULT_NUMBERS) as FaultCode[];
    for (const code of codes) expect(['agent', 'validator', 'platform', 'caller']).toContain(ownerOf(code));
    expect(new Set(Object.values(FAULT_NUMBERS)).size).toBe(codes.length);
  });

  it('keeps its cause and is known by its marker, not by its class', () => {
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
