import { createHash } from 'node:crypto';

/** PostgreSQL identifies advisory locks by 64-bit numbers, which are shared within a database. */
export function advisoryKey(name: string): bigint {
  return createHash('sha256').update(`assay ${name}`).digest().readBigInt64BE();
}
