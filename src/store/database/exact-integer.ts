import { type Expression, type RawBuilder, sql } from 'kysely';

/**
 * A whole number as its digits, for `BigInt()`. Numbers are read as JavaScript numbers, and one beyond 2^53 is an error
 * rather than another number; a column that may hold such (an amount in the smallest unit) is selected through this.
 */
export function exactInteger(expression: Expression<unknown>): RawBuilder<string> {
  return sql<string>`cast(${expression} as text)`;
}
