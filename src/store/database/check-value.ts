import { Fault } from '../../fault/fault.ts';

const MIN_BIGINT = -(2n ** 63n);
const MAX_BIGINT = 2n ** 63n - 1n;

/**
 * Allows only query values that both engines store and return unchanged. PostgreSQL would reject a NUL character, both
 * would replace an unpaired surrogate, and each treats a Date, an array and `undefined` differently.
 */
export function checkValue(value: unknown): void {
  switch (typeof value) {
    case 'boolean':
      return;
    case 'string':
      checkText(value);
      return;
    case 'number':
      if (Number.isFinite(value)) return;
      throw new TypeError(`${value} cannot be stored in a database`);
    case 'bigint':
      if (value >= MIN_BIGINT && value <= MAX_BIGINT) return;
      throw new RangeError(`${value} does not fit into 64 bits`);
    default:
      if (value === null || value instanceof Uint8Array) return;
      throw new TypeError(
        `a query takes text, numbers, booleans, bytes and null, not ${value === undefined ? 'undefined' : 'an object'}: write JSON with json() and timestamps in milliseconds`,
      );
  }
}

function checkText(text: string): void {
  const flaw = text.includes('\0') ? 'a NUL character' : text.isWellFormed() ? undefined : 'half a surrogate pair';
  if (flaw === undefined) return;
  throw new Fault('INPUT_INVALID', {
    message: `Text that contains ${flaw} cannot be stored.`,
    remedy: 'Remove the character.',
  });
}
