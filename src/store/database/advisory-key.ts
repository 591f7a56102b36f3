import { createHash } from 'node:crypto';

/** PostgreSQL names advisory locks by 64-bit numbers, one set of them for each database. */
export function advisoryKey(name: string): bigint {
  return createHash('sha256').update(`assay ${name}`).digest().readBigInt64BE();
}
