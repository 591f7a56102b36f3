import { Fault } from '../../fault/fault.ts';
import type { LedgerState, RecordedSuite } from './ledger-state.ts';

/** Finds a suite by its id, a prefix of its id, its name (newest version), or name@version. */
export function findSuite(state: LedgerState, wanted: string): RecordedSuite {
  const suites = [...state.suites.values()].toSorted((left, right) => right.version - left.version);
  const named = suites.find(({ name, version }) => wanted === name || wanted === `${name}@${version}`);
  const begun = suites.filter(({ id }) => id.startsWith(wanted));
  if (named !== undefined) return named;
  if (begun.length === 1) return begun[0]!;
  throw new Fault('FILE_NOT_FOUND', {
    message: begun.length === 0 ? `There is no suite ${wanted}.` : `${begun.length} suite ids begin with ${wanted}.`,
    remedy: '`assay problems suite list` lists all suites.',
  });
}
