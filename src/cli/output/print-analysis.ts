import { type Analysis, FINDINGS } from '../../arena/admission.ts';
import { plainText } from './plain-text.ts';
import { table } from './table.ts';
import type { Terminal } from './terminal.ts';

// The end of a message suggests the right name.
const WHOLE_MESSAGE = 400;

/** Prints the findings of admission for the author of the agent: where, what, why it matters and how to fix it. */
export function printAnalysis(name: string, analysis: Analysis, terminal: Terminal): void {
  const { findings, omitted } = analysis;
  const rows = findings.map(({ line, class: kind, code, message }) => [line, kind, code, message]);
  if (rows.length > 0) terminal.print(`${table(['line', 'class', 'code', 'what'], rows, WHOLE_MESSAGE)}\n`);
  if (omitted > 0) terminal.print(`… and ${omitted} more.\n`);
  for (const code of new Set(findings.map((finding) => finding.code))) {
    const { why, fix } = FINDINGS[code];
    terminal.print(`${code}\n  why  ${why}\n  fix  ${fix}`);
  }
  if (rows.length > 0) terminal.print();
  terminal.print(plainText(`${name}: ${conclusion(analysis)}`));
}

function conclusion({ verdict, flagged, gravest }: Analysis): string {
  if (verdict === 'rejected') {
    return gravest === 'form' ? 'rejected, which costs nothing.' : `rejected for ${gravest} findings.`;
  }
  return flagged ? 'accepted; the operator will review the findings.' : 'accepted.';
}
