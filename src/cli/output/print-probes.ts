import { DECISIONS, type FollowCounts } from '../../agency/follow.ts';
import type { VersionProbesWire } from '../../board/wire.ts';
import type { RecountedProbes } from '../../corpus/intake.ts';
import { shortHotkey } from './format-hotkey.ts';
import { table } from './table.ts';
import type { Terminal } from './terminal.ts';

interface Verified {
  readonly report: VersionProbesWire['reports'][number];
  readonly closed: keyof typeof CLOSED | null;
  readonly recounted: RecountedProbes | null;
}

const CLOSED = {
  race_problems_are_drawn_again: 'not public: race problems are drawn again',
  not_released: 'not public until the code is released',
  others_still_run: 'not public while validators still run the version',
  nothing_uploaded: 'the validator uploaded no evidence',
};

/** Prints follow rates as reported by validators, beside those recounted from recorded evidence. */
export function printProbes(reports: readonly Verified[], terminal: Terminal): void {
  if (reports.length === 0) {
    terminal.print('\nNo probe attempts were reported.');
    return;
  }
  const rows = reports.map(({ report, closed, recounted }) => [
    shortHotkey(report.validator_hotkey),
    report.race_number === null ? 'qualifying' : `race ${report.race_number}`,
    report.probes.length,
    ...DECISIONS.map((decision) => countText(report.decisions, decision)),
    closed !== null ? CLOSED[closed] : recounted!.agrees ? 'agrees' : 'DIFFERS',
  ]);
  terminal.print('\nProbe attempts, changes followed as reported, and whether recorded evidence agrees:');
  terminal.print(table(['validator', 'phase', 'probes', ...DECISIONS, 'evidence'], rows));
  for (const { report, recounted } of reports) {
    for (const flaw of recounted?.flaws ?? []) terminal.print(`run ${report.eval_run_id}: ${flaw}`);
  }
}

/** Prints follow rates as reported by validators, without checking the evidence. */
export function printProbeCounts(reports: VersionProbesWire['reports'], terminal: Terminal): void {
  if (reports.length === 0) return;
  const rows = reports.map((report) => [
    shortHotkey(report.validator_hotkey),
    report.race_number === null ? 'qualifying' : `race ${report.race_number}`,
    report.probes.length,
    ...DECISIONS.map((decision) => countText(report.decisions, decision)),
  ]);
  terminal.print('\nProbe attempts: changes of the model’s answers that the program followed');
  terminal.print(table(['validator', 'phase', 'probes', ...DECISIONS], rows));
}

function countText(counts: FollowCounts, decision: keyof FollowCounts): string {
  const { followed, of } = counts[decision];
  return of === 0 ? '–' : `${followed} of ${of}`;
}
