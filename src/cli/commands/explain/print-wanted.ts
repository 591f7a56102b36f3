import type { Call } from '../../../gateway/calls.ts';
import { shownListings } from '../../../verdict/shown-listings.ts';
import type { RuleVerdict } from '../../../verdict/verdict.ts';
import { type Wanted, wantedAndGot } from '../../../verdict/wanted-and-got.ts';
import { table } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';

const WIDE_CELL = 120;

/** Prints for each field what was wanted, what the attempt recommended, and the score. */
export function printWantedAndGot(
  rules: RuleVerdict,
  wanted: Wanted,
  calls: readonly Call[],
  terminal: Terminal,
): void {
  const fields = wantedAndGot(rules, wanted, shownListings(calls));
  const several = new Set(fields.map(({ item }) => item)).size > 1;
  const rows = fields.map(({ item, field, wanted: asked, got, score }) => [
    ...(several ? [item === 0 ? 'all' : String(item)] : []),
    field,
    asked,
    got,
    score.toFixed(2),
  ]);
  terminal.print(`\n${table([...(several ? ['item'] : []), 'field', 'wanted', 'got', 'score'], rows, WIDE_CELL)}`);
}
