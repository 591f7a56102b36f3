import { type FaultOwner, isFaultCode, ownerOf } from '../../../../src/fault/fault-table.ts';

/** The owner of a failure by its code; `null` for an unknown code. */
export function faultOwner(code: string): FaultOwner | null {
  return isFaultCode(code) ? ownerOf(code) : null;
}
