import type { AttemptView } from '../../attempt-search.ts';
import type { Row } from './build-rows.ts';
import type { RecordedCall } from './recorded-call.ts';

/** The label of a row in the URL. */
export function rowLabel(row: Row): number | string {
  return row.kind === 'step' ? row.step.number : `call-${row.call.sequence}`;
}

export function rowTitle(row: Row): string {
  return row.kind === 'step' ? `Step ${row.step.number}` : `Recorded call ${row.call.sequence}`;
}

export function callsOf(row: Row): readonly RecordedCall[] {
  return row.kind === 'call' ? [row.call] : row.recorded;
}

/** Search string of the URL of a row in a view. */
export function rowSearch(row: Row, view: AttemptView): string {
  return `?${view === 'conversation' ? '' : `view=${view}&`}step=${rowLabel(row)}`;
}

/** Index of the row that shows a recorded call; -1 if there is none. */
export function rowOfCall(rows: readonly Row[], sequence: number): number {
  return rows.findIndex((row) => callsOf(row).some((call) => call.sequence === sequence));
}
