import { expect, it } from 'vitest';
import { CpuLedger } from './cpu-ledger.ts';

it('the CPU ledger remembers the time of ended processes', () => {
  const ledger = new CpuLedger();
  expect(
    ledger.enter(
      new Map([
        ['1 100', 10],
        ['2 100', 50],
      ]),
    ),
  ).toBe(60);
  expect(
    ledger.enter(
      new Map([
        ['1 100', 20],
        ['3 200', 5],
      ]),
    ),
  ).toBe(75);
  // The pid of a dead process is reused.
  expect(
    ledger.enter(
      new Map([
        ['1 100', 20],
        ['2 300', 1],
      ]),
    ),
  ).toBe(76);
  expect(ledger.enter(new Map())).toBe(76);
});
