import type { FindingWire } from '../../board/wire.ts';
import { oneLine } from './format-line.ts';
import { table } from './table.ts';
import type { Terminal } from './terminal.ts';

/**
 * Prints an arena's findings in a file, like `assay check`. Codes may be newer than this program, so the arena sends
 * their texts.
 */
export function printFindings(findings: readonly FindingWire[], omitted: number, terminal: Terminal): void {
  if (findings.length === 0) return;
  const rows = findings.map(({ line, class: kind, code, message }) => [line, kind, code, message]);
  terminal.print(`${table(['line', 'class', 'code', 'what'], rows)}\n`);
  if (omitted > 0) terminal.print(`… and ${omitted} more.\n`);
  for (const { code, why, fix } of new Map(findings.map((finding) => [finding.code, finding])).values()) {
    terminal.print(`${oneLine(code)}\n  why  ${oneLine(why)}\n  fix  ${oneLine(fix)}`);
  }
  terminal.print();
}
