import { type FaultOwner, isFaultCode, ownerOf } from '../../../../src/fault/fault-table.ts';

/** Whose fault it is goes by the code alone, whatever stands beside it; `null` for a code that nobody knows. */
export function faultOwner(code: string): FaultOwner | null {
  return isFaultCode(code) ? ownerOf(code) : null;
}
