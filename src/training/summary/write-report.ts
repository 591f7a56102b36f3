import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluationReport, type MeasuredRun, reportPages } from '../../evaluation/report.ts';
import type { HashedPlan } from '../../evaluation/sealed.ts';
import { replaceFile, SHARED_FILE } from '../../store/files.ts';

/** Writes the evaluation report of some runs as HTML, text and JSON; nothing if there are no runs. */
export async function writeReport(
  folder: string,
  runs: readonly MeasuredRun[],
  plan: HashedPlan | null,
): Promise<void> {
  if (runs.length === 0) return;
  const report = evaluationReport(runs, plan);
  const { html, markdown } = reportPages(report);
  await writeShared(folder, 'report.html', html);
  await writeShared(folder, 'report.md', markdown);
  await writeShared(folder, 'report.json', `${JSON.stringify(report, null, 2)}\n`);
}

export async function writeShared(folder: string, name: string, text: string): Promise<void> {
  await replaceFile(join(folder, name), async (aside) => writeFileSync(aside, text), SHARED_FILE);
}
