import pg from 'pg';

const INT8 = 20;
const NUMERIC = 1700;

/**
 * Counts and sums are 64 bits and more wide on the wire, and the library hands them over as text. SQLite gives numbers
 * and refuses those that are none any more; so do these.
 */
export const postgresTypes: pg.CustomTypesConfig = {
  getTypeParser(type, format) {
    if ((type === INT8 || type === NUMERIC) && format !== 'binary') return readNumber;
    return pg.types.getTypeParser(type, format);
  },
};

function readNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    throw new RangeError(`${text} is too large for a JavaScript number`);
  }
  return number;
}
