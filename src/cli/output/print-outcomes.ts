import type { AttemptFailureWire, AttemptOutcomesWire } from '../../board/wire.ts';
import { counted } from '../../text/counted.ts';
import { table } from './table.ts';
import type { Terminal } from './terminal.ts';

/** Wide enough for messages of exceptions and judges; the table wraps them. */
const WIDE_CELL = 200;
/** Number of id digits that `explain` needs to find an attempt. */
const ID_DIGITS = 8;

/**
 * Prints how the attempts of a version ended: failures by code, exception and line; rejected model calls; the judge's
 * reasons.
 */
export function printOutcomes({ attempts, failed, ...outcomes }: AttemptOutcomesWire, terminal: Terminal): void {
  if (attempts === 0) return;
  terminal.print(`\n${failed} of ${counted(attempts, 'attempt')} failed${failed === 0 ? '.' : ':'}`);
  if (outcomes.failures.length > 0) terminal.print(`\n${failureTable(outcomes.failures)}`);
  printRefusedModels(outcomes.refused_model_calls, terminal);
  const judged = outcomes.judged.map(({ quality, reason, count }) => [count, quality ?? 'not judged', reason]);
  if (judged.length > 0) terminal.print(`\n${table(['attempts', 'judged', 'why'], judged, WIDE_CELL)}`);
}

function failureTable(failures: readonly AttemptFailureWire[]): string {
  const raced = failures.some(({ phase }) => phase === 'RACE');
  const rows = failures.map((failure) => [
    failure.count,
    ...(raced ? [failure.race_number === null ? 'qualifying' : `race ${failure.race_number}`] : []),
    failure.owner ?? '–',
    failure.code ?? failure.reason,
    failure.exception ?? '–',
    failure.line ?? '–',
    failure.example.attempt_id?.slice(0, ID_DIGITS) ?? '–',
  ]);
  return table(
    ['attempts', ...(raced ? ['phase'] : []), 'owner', 'failed with', 'exception', 'line', 'example'],
    rows,
    WIDE_CELL,
  );
}

/** Prints model calls that were rejected before they reached a model, and why. */
export function printRefusedModels(refused: AttemptOutcomesWire['refused_model_calls'], terminal: Terminal): void {
  if (refused.length === 0) return;
  const rows = refused.map(({ reason, count }) => [count, reason]);
  terminal.print(`\n${table(['refused model calls', 'why'], rows, WIDE_CELL)}`);
}
