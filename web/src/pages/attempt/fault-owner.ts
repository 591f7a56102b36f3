import { FAULT_NUMBERS, type FaultCode, type FaultOwner, ownerOf } from '../../../../src/fault/fault-code.ts';

/** Whose fault it is goes by the code alone, whatever stands beside it; `null` for a code that nobody knows. */
export function faultOwner(code: string): FaultOwner | null {
  return isFaultCode(code) ? ownerOf(code) : null;
}

function isFaultCode(code: string): code is FaultCode {
  return Object.hasOwn(FAULT_NUMBERS, code);
}
