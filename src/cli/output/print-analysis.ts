import { type Analysis, cooldownMilliseconds, FINDINGS, submissionCost } from '../../arena/admission.ts';
import { arenaPolicySchema } from '../../arena/arena-policy.ts';
import { durationText } from './format-time.ts';
import { plainText } from './plain-text.ts';
import { table } from './table.ts';
import type { Terminal } from './terminal.ts';

// The end of a message suggests the right name.
const WHOLE_MESSAGE = 400;
const USUAL_POLICY = arenaPolicySchema.parse({}).submissions;

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

function conclusion(analysis: Analysis): string {
  const { verdict, flagged, gravest } = analysis;
  if (verdict === 'rejected') {
    const cost = submissionCost(analysis);
    if (cost === 'nothing') return 'rejected. Submitting it would cost nothing.';
    const usual = durationText(cooldownMilliseconds(cost, USUAL_POLICY) / 1000);
    return `rejected for ${gravest} findings. Submitting it would cost a ${cost}: no submission for ${usual}, unless the arena has another time.`;
  }
  return flagged ? 'accepted; the operator will review the findings.' : 'accepted.';
}
