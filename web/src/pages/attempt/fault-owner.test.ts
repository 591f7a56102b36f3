import { expect, it } from 'vitest';
import { faultOwner } from './fault-owner.ts';

it.each([
  ['AGENT_RAISED', 'agent'],
  ['SANDBOX_FAILED', 'validator'],
  ['INFERENCE_FAILED', 'platform'],
  ['no such code', null],
  ['__proto__', null],
  ['constructor', null],
])('the fault %s belongs to %s', (code, owner) => {
  expect(faultOwner(code)).toBe(owner);
});
