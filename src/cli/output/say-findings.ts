import type { FindingWire } from '../../board/wire.ts';
import { oneLine } from './say-line.ts';
import { table } from './table.ts';
import type { Terminal } from './terminal.ts';

/** What an arena found in a file, as `assay check` shows it; codes may be newer than this program, so their words travel. */
export function sayFindings(findings: readonly FindingWire[], omitted: number, terminal: Terminal): void {
  if (findings.length === 0) return;
  const rows = findings.map(({ line, class: kind, code, message }) => [line, kind, code, message]);
  terminal.say(`${table(['line', 'class', 'code', 'what'], rows)}\n`);
  if (omitted > 0) terminal.say(`… and ${omitted} more.\n`);
  for (const { code, why, fix } of new Map(findings.map((finding) => [finding.code, finding])).values()) {
    terminal.say(`${oneLine(code)}\n  why  ${oneLine(why)}\n  fix  ${oneLine(fix)}`);
  }
  terminal.say();
}
